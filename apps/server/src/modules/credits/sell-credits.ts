import type { SplitCredits } from '@tuneport/domain/catalog/pricing';
import { creditDays } from '@tuneport/domain/credits/tune-credits';
import { type Owner, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, merged, move, shares } from '@tuneport/domain/ledger/ledger-legs';
import type { Currency } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { dealerOwner } from './credit-policy.ts';
import { insertLot, type LotRow, lockLots, lotsFrom } from './credit-queries.ts';
import { holdCredits, postHeld } from './hold-credits.ts';
import { issueLegs, redeemLegs } from './issue-credits.ts';

// A dealer who buys a tune with split credits gets those instead of the tune, in the transfer of the sale.

const splitKinds = ['ecu', 'tcu', 'awd'] as const;
type Sale = {
  readonly id: number;
  readonly dealer_id: number | null;
  readonly currency: Currency;
  readonly split_minor: bigint;
};
type Sold = { readonly kind: (typeof splitKinds)[number]; readonly units: number; readonly valueMinor: bigint };

/** The credits that a purchase gives, each kind with its share of the line's price, by units. */
async function soldBy(db: Db, purchaseId: number): Promise<Sold[]> {
  const lines = await db
    .selectFrom('catalog_purchase_lines')
    .select(['gives', 'net_minor'])
    .where('purchase_id', '=', purchaseId)
    .where('gives', 'is not', null)
    .orderBy('line')
    .execute();
  return lines.flatMap(({ gives, net_minor }) => {
    const credits = gives as unknown as SplitCredits;
    const kinds = splitKinds.filter((kind) => credits[kind] > 0);
    const values = shares(
      net_minor,
      kinds.map((kind) => BigInt(credits[kind])),
    );
    return kinds.map((kind, at) => ({ kind, units: credits[kind], valueMinor: values[at] ?? 0n }));
  });
}

const ownerOf = ({ id, dealer_id }: Sale): Owner => {
  if (dealer_id === null) throw new Error(`purchase ${id} gives credits to no dealer`);
  return dealerOwner(dealer_id);
};

/** The credit units as legs for the transfer of the sale. */
export async function soldCreditLegs(db: Db, sale: Sale): Promise<Leg[]> {
  const sold = await soldBy(db, sale.id);
  return merged(sold.flatMap(({ kind, units }) => issueLegs(ownerOf(sale), kind, units)));
}

/** Creates the lots for these units in the same transaction. */
export async function giveSoldCredits(db: Db, sale: Sale, now: Date): Promise<void> {
  for (const { kind, units, valueMinor } of await soldBy(db, sale.id))
    await insertLot(db, {
      owner: ownerOf(sale),
      kind,
      units,
      ...(valueMinor > 0n ? { value_minor: valueMinor, currency: sale.currency } : {}),
      source: 'split',
      subject: `purchase:${sale.id}`,
      issued_at: now,
      expires_at: new Date(now.getTime() + creditDays * dayMs),
    });
}

/** The lots issued by a purchase. Throws if any credit was used or given away, which prevents a full refund. */
async function untouched(db: Db, purchaseId: number): Promise<LotRow[]> {
  const lots = (await lotsFrom(db, `purchase:${purchaseId}`)).filter(({ source }) => source === 'split');
  await lockLots(db, { ids: lots.map(({ id }) => id) });
  const now = (await lotsFrom(db, `purchase:${purchaseId}`)).filter(({ source }) => source === 'split');
  const gone = now.reduce((sum, { units, left_units }) => sum + units - left_units, 0);
  if (gone > 0)
    throw new Refusal('conflict', {
      message: `${purchaseNumber(purchaseId)} gave tune credits, and ${gone} of them ${gone === 1 ? 'is' : 'are'} used or given away. You cannot refund it in full; refund a part instead.`,
    });
  return now;
}

type SoldCredits = { readonly purchaseId: number; readonly amountMinor: bigint };

/** Whether this amount completes a full refund of the purchase, pending refunds included. */
async function isRest(db: Db, { purchaseId, amountMinor }: SoldCredits): Promise<boolean> {
  const { rows } = await sql<{ rest: boolean }>`
    select c.split_minor >= 0 and c.total_minor = ${amountMinor} + coalesce((
      select sum(r.amount_minor) from payment_refunds r join payments p on p.id = r.payment_id
      where p.subject in ('purchase:' || c.id, 'purchase-account:' || c.id) and r.state <> 'failed'), 0) as rest
    from catalog_purchases c where c.id = ${purchaseId}
      and exists (select from catalog_purchase_lines l where l.purchase_id = c.id and l.gives is not null)`.execute(db);
  return rows[0]?.rest ?? false;
}

const holdDays = 60;

/**
 * Before a full refund the credits it gave are held, so that they cannot be used meanwhile; used ones reject it. Runs
 * in the transaction that stores the refund, which is already counted.
 */
export async function holdSoldForRefund(
  db: Db,
  input: { readonly purchaseId: number; readonly actorId: number | null; readonly now: Date },
): Promise<void> {
  if (!(await isRest(db, { purchaseId: input.purchaseId, amountMinor: 0n }))) return;
  for (const lot of await untouched(db, input.purchaseId))
    await holdCredits(db, {
      what: 'take-back',
      subject: `purchase:${input.purchaseId}`,
      owner: lot.owner,
      kind: lot.kind,
      draw: { lotId: lot.id, units: lot.units, valueMinor: lot.left_minor },
      actorId: input.actorId,
      now: input.now,
      expiresAt: new Date(input.now.getTime() + holdDays * dayMs),
    });
}

/**
 * After the refund of what sold them: revokes the held credits and offsets the refund's cost with what was owed for them. Returns that
 * amount.
 */
export async function takeBackSold(
  db: Db,
  sale: string,
  by: { readonly actorId: number | null; readonly now: Date },
): Promise<bigint> {
  let worthMinor = 0n;
  const done = await postHeld(db, sale, { kind: 'credits.taken-back', ...by }, (use) => {
    const valueMinor = use.currency === null ? 0n : (use.value_minor ?? 0n);
    worthMinor += valueMinor;
    return {
      legs: [
        ...redeemLegs(use.owner, use.kind, use.units),
        ...(use.currency === null
          ? []
          : move(
              platformAccount('defer.credits', use.currency),
              platformAccount('goodwill', use.currency),
              valueMinor,
            )),
      ],
    };
  });
  if (done === 'ended') throw new Error(`the credits of ${sale} were not kept for its refund`);
  return worthMinor;
}

/** Held for a failed refund and to be released. Credits held for a dispute stay held. */
export const staleHolds = async (db: Db): Promise<string[]> =>
  (
    await sql<{ subject: string }>`
      select distinct u.subject from tune_credit_uses u where u.what = 'take-back' and u.state = 'held' and not exists (
        select from payment_refunds r join payments p on p.id = r.payment_id
        where p.subject in (u.subject, replace(u.subject, 'purchase:', 'purchase-account:')) and r.state not in ('settled', 'failed'))
        and not exists (select from payments p where p.subject = u.subject and p.state = 'disputed')`.execute(db)
  ).rows.map(({ subject }) => subject);
