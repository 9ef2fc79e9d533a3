import { openPieces, piecesMinor } from '@tuneport/domain/store/shipments';
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

const costOf = (line: OrderLineRecord, count: number) =>
  piecesMinor({ ...line, netMinor: BigInt(line.net_minor) }, count);

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
