import { linePieces, type PiecesMoney, piecesMoney } from '@tuneport/domain/store/line-refunds';
import { openPieces } from '@tuneport/domain/store/shipments';
import { fieldRefusal } from '../../../platform/refusal.ts';
import type { Pieces } from './order-queries.ts';
import type { OrderLineRecord, OrderRecord } from './order-record.ts';

/** Pieces of an order that are neither shipped nor cancelled: the given ones, or all. */
export type ChosenPieces = {
  readonly pieces: readonly Pieces[];
  /** No open pieces remain after these. */
  readonly isRest: boolean;
  /** The price of these before tax, and of all open pieces. */
  readonly partMinor: bigint;
  readonly openMinor: bigint;
};

const moneyOfLine = (line: OrderLineRecord) => ({
  ...line,
  netMinor: BigInt(line.net_minor),
  containedMinor: BigInt(line.contained_minor),
});

const costOf = (line: OrderLineRecord, count: number) => linePieces(moneyOfLine(line), count).goodsMinor;

/** An order as `piecesMoney` reads it. */
export const saleOf = (order: OrderRecord) => ({
  lines: order.lines.map(moneyOfLine),
  shippingMinor: BigInt(order.shipping_minor),
  taxesMinor: order.taxes.map(({ amount_minor }) => BigInt(amount_minor)),
  terms: { included: order.tax_included, reverseCharge: order.reverse_charge },
});

export function choosePieces(order: OrderRecord, wanted: readonly Pieces[] | null): ChosenPieces {
  const counts = new Map<number, number>();
  for (const { line, quantity } of wanted ?? []) if (quantity > 0) counts.set(line, (counts.get(line) ?? 0) + quantity);
  if (wanted !== null && counts.size === 0) throw fieldRefusal({ lines: ['Choose at least one item.'] });
  const known = new Map(order.lines.map((line) => [line.line, line]));
  for (const [number, count] of counts) {
    const line = known.get(number);
    const open = line ? openPieces(line) : 0;
    if (count > open) {
      const name = line?.name ?? `line ${number}`;
      throw fieldRefusal({
        lines: [open === 0 ? `No ${name} left to ship.` : `Only ${open} of ${name} are left to ship.`],
      });
    }
  }
  const pieces = order.lines
    .map((line) => ({ line: line.line, quantity: wanted === null ? openPieces(line) : (counts.get(line.line) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  const sum = (all: bigint, one: bigint) => all + one;
  return {
    pieces,
    isRest: order.lines.every(
      (line) => openPieces(line) === (pieces.find((one) => one.line === line.line)?.quantity ?? 0),
    ),
    partMinor: pieces.map(({ line, quantity }) => costOf(known.get(line) as OrderLineRecord, quantity)).reduce(sum, 0n),
    openMinor: order.lines.map((line) => costOf(line, openPieces(line))).reduce(sum, 0n),
  };
}

/** Their products, for stock. */
export const productsOf = (order: OrderRecord, pieces: readonly Pieces[]) =>
  pieces.flatMap(({ line, quantity }) => {
    const found = order.lines.find((one) => one.line === line);
    return found ? [{ product_id: found.product_id, quantity }] : [];
  });

/** What these pieces cost, and the tax on it. */
export const moneyOfPieces = (order: OrderRecord, pieces: readonly Pieces[]): PiecesMoney =>
  piecesMoney(
    saleOf(order),
    order.lines.map(({ line }) => pieces.find((one) => one.line === line)?.quantity ?? 0),
  );

/** What all pieces that are not cancelled cost before tax. */
export const keptMinor = (order: OrderRecord): bigint =>
  order.lines
    .map((line) => BigInt(line.net_minor) - costOf({ ...line, shipped: 0, cancelled: 0 }, line.cancelled))
    .reduce((sum, one) => sum + one, 0n);
