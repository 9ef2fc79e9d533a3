import { type Account, type Owner, partyAccount, platformAccount } from '../ledger/ledger-accounts.ts';
import { type Leg, merged, move } from '../ledger/ledger-legs.ts';
import { type Currency, isCurrency, type Money, money, percent, type Ratio, roundedQuotient } from '../money/money.ts';

// The money of a tune purchase. A payment is booked as owed work and tax; it becomes revenue, and its shares are
// booked, at delivery. Every part is a difference of two sums, so any number of refunds adds up to the whole.

/** The work and tax paid with one tender. */
export type Paid = { readonly netMinor: bigint; readonly taxMinor: bigint };

/** The account pays its proportion of the tax, the card the rest. */
export function splitTender(sale: Paid, accountMinor: bigint): { readonly account: Paid; readonly card: Paid } {
  const total = sale.netMinor + sale.taxMinor;
  if (accountMinor < 0n || accountMinor > total) throw new RangeError('an account pays a part of the whole');
  const taxMinor = total === 0n ? 0n : roundedQuotient(sale.taxMinor * accountMinor, total);
  const account = { netMinor: accountMinor - taxMinor, taxMinor };
  return { account, card: { netMinor: sale.netMinor - account.netMinor, taxMinor: sale.taxMinor - taxMinor } };
}

const some = (legs: readonly Leg[]): Leg[] => legs.filter(({ amountMinor }) => amountMinor !== 0n);

/**
 * The legs opposite to the tender: where the money of a sale is booked until delivery. Sold tune credits are booked as
 * owed credits.
 */
export const owedWork = ({ netMinor, taxMinor }: Paid, currency: Currency, creditsMinor = 0n): Leg[] =>
  some([
    { account: platformAccount('defer.work', currency), amountMinor: creditsMinor - netMinor },
    { account: platformAccount('defer.credits', currency), amountMinor: -creditsMinor },
    { account: platformAccount('tax', currency), amountMinor: -taxMinor },
  ]);

/** The whole flow, including the paying account. */
export const saleFrom = (source: Account, paid: Paid, creditsMinor = 0n): Leg[] => {
  if (!isCurrency(source.unit)) throw new TypeError('a purchase is paid with money');
  const owed = owedWork(paid, source.unit, creditsMinor);
  return some([{ account: source, amountMinor: paid.netMinor + paid.taxMinor }, ...owed]);
};

/**
 * The part of an amount that belongs to sold tune credits; the rest is for work. Rounded once, so the parts sum to the
 * whole.
 */
export const creditsPart = (minor: bigint, netMinor: bigint, creditsMinor: bigint): bigint =>
  netMinor === 0n ? 0n : roundedQuotient(minor * creditsMinor, netMinor);

/** Splits a refund into work and tax, after `beforeMinor` has been refunded already. */
export function refundedPart(paid: Paid, beforeMinor: bigint, amountMinor: bigint): Paid {
  const total = paid.netMinor + paid.taxMinor;
  if (amountMinor < 0n || beforeMinor + amountMinor > total) throw new RangeError('no more goes back than was paid');
  const netOf = (backMinor: bigint) => (total === 0n ? 0n : roundedQuotient(backMinor * paid.netMinor, total));
  const netMinor = netOf(beforeMinor + amountMinor) - netOf(beforeMinor);
  return { netMinor, taxMinor: amountMinor - netMinor };
}

export type ShareKind = 'tuner' | 'installer' | 'affiliate';

/** A party's share of a purchase, due on delivery. */
export type Share = {
  readonly owner: Owner;
  readonly kind: ShareKind;
  /** The line it comes from; null if it applies to the whole purchase. */
  readonly line: number | null;
  readonly amountMinor: bigint;
};

type SharedLine = {
  readonly line: number;
  readonly kind: 'tune' | 'fee';
  readonly netMinor: bigint;
  /** The tuner who made the tune. */
  readonly tuner: { readonly id: number; readonly percent: string } | null;
};

const partOf = (amountMinor: bigint, part: Ratio): bigint =>
  roundedQuotient(amountMinor * part.numerator, part.denominator);

/**
 * Shares in order: the tuner's of each tune, the installing dealer's of the fees, the affiliate's of the tunes. The
 * platform never pays out more than it received, so later parties get at most what is left.
 */
export function purchaseShares(
  lines: readonly SharedLine[],
  installer: { readonly id: number; readonly percent: string } | null,
  affiliate: { readonly id: number; readonly percent: string } | null,
): Share[] {
  let left = lines.reduce((sum, { netMinor }) => sum + netMinor, 0n);
  const shares: Share[] = [];
  const give = (share: Share) => {
    const amountMinor = share.amountMinor < left ? share.amountMinor : left;
    if (amountMinor <= 0n) return;
    left -= amountMinor;
    shares.push({ ...share, amountMinor });
  };
  for (const { line, netMinor, tuner } of lines)
    if (tuner)
      give({
        owner: `tuner:${tuner.id}`,
        kind: 'tuner',
        line,
        amountMinor: partOf(netMinor, percent(tuner.percent)),
      });
  for (const { line, kind, netMinor } of lines)
    if (installer && kind === 'fee')
      give({
        owner: `dealer:${installer.id}`,
        kind: 'installer',
        line,
        amountMinor: partOf(netMinor, percent(installer.percent)),
      });
  if (affiliate) {
    const tunes = lines.reduce((sum, { kind, netMinor }) => (kind === 'tune' ? sum + netMinor : sum), 0n);
    give({
      owner: `affiliate:${affiliate.id}`,
      kind: 'affiliate',
      line: null,
      amountMinor: partOf(tunes, percent(affiliate.percent)),
    });
  }
  return shares;
}

/** The part of a share that is due while `leftMinor` of the work is still paid for. */
export const shareOf = (shareMinor: bigint, leftMinor: bigint, netMinor: bigint): bigint =>
  netMinor === 0n ? 0n : roundedQuotient(shareMinor * leftMinor, netMinor);

type Standing = { readonly leftMinor: bigint; readonly netMinor: bigint; readonly currency: Currency };

/** On delivery: owed work that was not refunded becomes revenue, and the parties' shares are put on hold. */
export const deliveryLegs = (shares: readonly Pick<Share, 'owner' | 'amountMinor'>[], at: Standing): Leg[] =>
  merged([
    ...move(platformAccount('defer.work', at.currency), platformAccount('rev', at.currency), at.leftMinor),
    ...shares.flatMap(({ owner, amountMinor }) =>
      move(
        platformAccount('cost.comm', at.currency),
        partyAccount('earn.hold', owner, at.currency),
        shareOf(amountMinor, at.leftMinor, at.netMinor),
      ),
    ),
  ]);

/** What each party loses when work is refunded after delivery. */
export function sharesBack(
  shares: readonly Pick<Share, 'owner' | 'amountMinor'>[],
  at: Standing,
  backMinor: bigint,
): { readonly owner: Owner; readonly amount: Money }[] {
  const sums = new Map<Owner, bigint>();
  for (const { owner, amountMinor } of shares) {
    const back =
      shareOf(amountMinor, at.leftMinor, at.netMinor) - shareOf(amountMinor, at.leftMinor - backMinor, at.netMinor);
    sums.set(owner, (sums.get(owner) ?? 0n) + back);
  }
  return [...sums].flatMap(([owner, amountMinor]) =>
    amountMinor === 0n ? [] : [{ owner, amount: money(amountMinor, at.currency) }],
  );
}
