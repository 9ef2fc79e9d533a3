import type { AccountKind } from '../ledger/ledger-accounts.ts';
import { type Leg, merged, mirrorPart, shares } from '../ledger/ledger-legs.ts';
import { roundedQuotient } from '../money/money.ts';
import { piecesMinor } from './shipments.ts';
import type { TaxTerms } from './tax/tax-table.ts';

/** Money of some pieces of an order: their price after discounts, and the tax on it. */
export type PiecesMoney = { readonly goodsMinor: bigint; readonly taxMinor: bigint };

/** The part of a refund of such pieces that is for the goods; the rest is for their tax. */
export const goodsPart = ({ goodsMinor, taxMinor }: PiecesMoney, refundMinor: bigint): bigint =>
  goodsMinor + taxMinor === 0n ? 0n : (goodsMinor * refundMinor) / (goodsMinor + taxMinor);

type Line = {
  readonly quantity: number;
  readonly shipped: number;
  readonly cancelled: number;
  readonly netMinor: bigint;
  /** The tax that the price contained in addition to the net amount; none if taxes were added. */
  readonly containedMinor?: bigint;
};
type Order = {
  readonly lines: readonly Line[];
  readonly shippingMinor: bigint;
  readonly taxesMinor: readonly bigint[];
  /** Default: taxes were added to the prices. */
  readonly terms?: TaxTerms;
};

/**
 * The next `count` open pieces of a line: their price before tax and the tax contained in it. The price is cut from the
 * running total of the gross price, and the tax from the running total of the price, so that neither ever goes back.
 */
export function linePieces(line: Line, count: number): PiecesMoney {
  const { netMinor, containedMinor = 0n } = line;
  const grossMinor = netMinor + containedMinor;
  if (containedMinor === 0n) return { goodsMinor: piecesMinor(line, count), taxMinor: 0n };
  const done = { quantity: line.quantity, shipped: 0, cancelled: 0, netMinor: grossMinor };
  const before = piecesMinor(done, line.shipped + line.cancelled);
  const after = piecesMinor(done, line.shipped + line.cancelled + count);
  const taxUpTo = (minor: bigint) => roundedQuotient(minor * containedMinor, grossMinor);
  const taxMinor = taxUpTo(after) - taxUpTo(before);
  return { goodsMinor: after - before - taxMinor, taxMinor };
}

/**
 * What the next `counts` open pieces of each line cost. A tax was rounded once, on the sum of goods and shipping; each line gets its share
 * by largest remainder, and the pieces of a line are cut from its running total. All pieces, shipping and its tax sum to the total.
 * If the prices contained the tax, pieces cost what was shown for them.
 */
export function piecesMoney(order: Order, counts: readonly number[]): PiecesMoney {
  if (order.terms?.included) return containedPieces(order.lines, counts, order.terms);
  const { lines, shippingMinor, taxesMinor } = order;
  const weights = [...lines.map(({ netMinor }) => netMinor), shippingMinor];
  const taxed = weights.some((weight) => weight > 0n);
  const taxShares = taxesMinor.map((tax) => (taxed ? shares(tax, weights) : []));
  let [goodsMinor, taxMinor] = [0n, 0n];
  for (const [at, line] of lines.entries()) {
    const count = counts[at] ?? 0;
    const lineTax = taxShares.reduce((sum, parts) => sum + (parts[at] ?? 0n), 0n);
    goodsMinor += piecesMinor(line, count);
    taxMinor += piecesMinor({ ...line, netMinor: lineTax }, count);
  }
  return { goodsMinor, taxMinor };
}

/** Under reverse charge the contained tax was taken off and not charged, so only the goods come back. */
function containedPieces(lines: readonly Line[], counts: readonly number[], { reverseCharge }: TaxTerms): PiecesMoney {
  const parts = lines.map((line, at) => linePieces(line, counts[at] ?? 0));
  return {
    goodsMinor: parts.reduce((sum, part) => sum + part.goodsMinor, 0n),
    taxMinor: reverseCharge ? 0n : parts.reduce((sum, part) => sum + part.taxMinor, 0n),
  };
}

/**
 * The legs of a refund for named lines, opposite to the cash. `sold` is what the order still has on its accounts. Goods come out of owed
 * goods, or of revenue once they were earned; tax out of tax. What earlier refunds left short of goods is taken from other revenue, such
 * as shipping, so that the tax stays that of the amount; what is short then is taken from all that is left.
 */
export function lineRefundLegs(sold: readonly Leg[], goodsMinor: bigint, taxMinor: bigint): Leg[] {
  const taken: Leg[] = [];
  const take = (kinds: readonly AccountKind[], wanted: bigint): bigint => {
    let left = wanted;
    for (const kind of kinds)
      for (const { account, amountMinor } of sold) {
        if (account.kind !== kind || amountMinor >= 0n) continue;
        const amount = -amountMinor < left ? -amountMinor : left;
        if (amount > 0n) taken.push({ account, amountMinor: amount });
        left -= amount;
      }
    return left;
  };
  const goodsKinds: readonly AccountKind[] = ['defer.goods', 'rev'];
  const otherKinds = new Set(sold.map(({ account }) => account.kind));
  for (const kind of [...goodsKinds, 'tax'] as const) otherKinds.delete(kind);
  const short = take([...goodsKinds, ...otherKinds], goodsMinor) + take(['tax'], taxMinor);
  if (short === 0n) return taken;
  const rest = merged([...sold, ...taken]).filter(({ amountMinor }) => amountMinor < 0n);
  const parts = shares(
    short,
    rest.map(({ amountMinor }) => -amountMinor),
  );
  return merged([...taken, ...rest.map(({ account }, at) => ({ account, amountMinor: parts[at] ?? 0n }))]);
}

/** What is left of an order before tax: what is still sold on its accounts, and the price of its shipping. */
type Left = { readonly soldMinor: bigint; readonly shippingMinor: bigint };

/**
 * How much of the shares of partners goes back: the part of the goods that is refunded of the goods they were earned with. An earlier
 * refund without named lines has lowered goods, shipping and shares in proportion, while the price of the lines stayed; the same price
 * is then a larger part of what is left.
 */
export function sharesOfGoods(
  shareLegs: readonly Leg[],
  goodsMinor: bigint,
  ofGoodsMinor: bigint,
  { soldMinor, shippingMinor }: Left,
): Leg[] {
  const whole = shareLegs.reduce((sum, { amountMinor }) => (amountMinor > 0n ? sum + amountMinor : sum), 0n);
  if (whole === 0n || ofGoodsMinor <= 0n) return [];
  if (goodsMinor >= ofGoodsMinor || goodsMinor >= soldMinor) return mirrorPart(shareLegs, [], whole);
  const priceMinor = ofGoodsMinor + shippingMinor;
  if (soldMinor >= priceMinor) return mirrorPart(shareLegs, [], roundedQuotient(whole * goodsMinor, ofGoodsMinor));
  const restMinor = ofGoodsMinor - goodsMinor;
  const stays = roundedQuotient(
    whole * restMinor * (soldMinor - goodsMinor) * priceMinor,
    ofGoodsMinor * soldMinor * (restMinor + shippingMinor),
  );
  return mirrorPart(shareLegs, [], whole - stays);
}

/** What a parcel earns of what is owed for an order. */
type Earning = { readonly goodsMinor: bigint; readonly shippingMinor: bigint };

/**
 * The price of shipping is earned with the goods, in proportion to those that are still to ship. A refund without named lines has lowered
 * what is owed, and lowers both in proportion. `part` is null for everything that is left.
 */
export function parcelEarning(owedMinor: bigint, open: Earning, partMinor: bigint | null): Earning {
  const price = open.goodsMinor + open.shippingMinor;
  const shipping =
    partMinor === null
      ? open.shippingMinor
      : open.goodsMinor === 0n
        ? 0n
        : (open.shippingMinor * partMinor) / open.goodsMinor;
  // More can be owed than the open pieces cost: a refund of cancelled lines is under way.
  const scaled = (minor: bigint) => (owedMinor >= price ? minor : (owedMinor * minor) / price);
  const shippingMinor = scaled(shipping);
  const earned = partMinor === null ? owedMinor : scaled(partMinor + shipping);
  return { goodsMinor: earned - shippingMinor, shippingMinor };
}
