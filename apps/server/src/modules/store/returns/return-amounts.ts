import { goodsPart, type PiecesMoney, piecesMoney } from '@tuneport/domain/store/line-refunds';
import { deliveredAfterDays } from '@tuneport/domain/store/order-states';
import { returnUntil } from '@tuneport/domain/store/return-states';
import { keptMinor, saleOf } from '../orders/order-pieces.ts';
import type { Pieces } from '../orders/order-queries.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import type { ReturnRow } from './return-queries.ts';

const piecesIn = (returns: readonly Pick<ReturnRow, 'lines'>[], line: number): number =>
  returns.flatMap(({ lines }) => lines).reduce((sum, one) => (one.line === line ? sum + one.quantity : sum), 0);

/** Until when a return of this order can be requested; null if nothing of it can be returned now. */
export function openUntil(order: OrderRecord, now: Date): Date | null {
  if ((order.state !== 'shipped' && order.state !== 'delivered') || order.dispute === 'open') return null;
  const [shippedAt, deliveredAt] = [order.shipped_at, order.delivered_at].map((at) => (at ? new Date(at) : null));
  const until = returnUntil({ shippedAt: shippedAt ?? null, deliveredAt: deliveredAt ?? null }, deliveredAfterDays);
  return until && until > now ? until : null;
}

/**
 * Shipped pieces that are in no other return. Rented tools are returned by their rental, and downloads cannot be
 * returned.
 */
export function returnablePieces(
  order: OrderRecord,
  returns: readonly ReturnRow[],
  notReturnable: readonly number[],
): (Pieces & { name: string })[] {
  const live = returns.filter(({ state }) => state !== 'refused' && state !== 'cancelled');
  return order.lines
    .filter(({ line }) => !notReturnable.includes(line))
    .map(({ line, name, shipped }) => ({ line, name, quantity: shipped - piecesIn(live, line) }))
    .filter(({ quantity }) => quantity > 0);
}

/** The price of some pieces after others have come back. Cancelled pieces left the sale first. */
function priceAfter(order: OrderRecord, back: readonly ReturnRow[], { lines }: Pick<ReturnRow, 'lines'>): PiecesMoney {
  const sale = saleOf(order);
  return piecesMoney(
    { ...sale, lines: sale.lines.map((line) => ({ ...line, shipped: piecesIn(back, line.line) })) },
    order.lines.map(({ line }) => piecesIn([{ lines }], line)),
  );
}

/**
 * What the pieces of a return cost with their tax, and what the goods cost that were neither cancelled nor refunded
 * before. Shipping is not refunded.
 */
export function moneyOfReturn(
  order: OrderRecord,
  returns: readonly ReturnRow[],
  found: Pick<ReturnRow, 'lines'>,
): PiecesMoney & { keptMinor: bigint } {
  const accepted = returns
    .filter(({ state }) => state === 'accepted')
    .sort((a, b) => (a.decided_at?.getTime() ?? 0) - (b.decided_at?.getTime() ?? 0));
  const refundedMinor = accepted
    .map((one, at) => goodsPart(priceAfter(order, accepted.slice(0, at), one), one.refund_minor ?? 0n))
    .reduce((sum, one) => sum + one, 0n);
  return { ...priceAfter(order, accepted, found), keptMinor: keptMinor(order) - refundedMinor };
}
