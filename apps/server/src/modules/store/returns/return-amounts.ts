import { type PiecesMoney, piecesMoney } from '@tuneport/domain/store/line-refunds';
import { deliveredAfterDays } from '@tuneport/domain/store/order-states';
import { returnUntil } from '@tuneport/domain/store/return-states';
import { piecesMinor } from '@tuneport/domain/store/shipments';
import { keptMinor } from '../orders/order-pieces.ts';
import type { Pieces } from '../orders/order-queries.ts';
import type { OrderLineRecord, OrderRecord } from '../orders/order-record.ts';
import type { ReturnRow } from './return-queries.ts';

const piecesIn = (returns: readonly Pick<ReturnRow, 'lines'>[], line: number): number =>
  returns.flatMap(({ lines }) => lines).reduce((sum, one) => (one.line === line ? sum + one.quantity : sum), 0);

/** Until when a return of this order can be requested; null if nothing of it can be returned now. */
export function openUntil(order: OrderRecord, now: Date): Date | null {
  if ((order.state !== 'shipped' && order.state !== 'delivered') || order.dispute !== null) return null;
  const [shippedAt, deliveredAt] = [order.shipped_at, order.delivered_at].map((at) => (at ? new Date(at) : null));
  const until = returnUntil({ shippedAt: shippedAt ?? null, deliveredAt: deliveredAt ?? null }, deliveredAfterDays);
  return until && until > now ? until : null;
}

/** Shipped pieces that are in no other return. Rented tools come back in their own way. */
export function returnablePieces(
  order: OrderRecord,
  returns: readonly ReturnRow[],
  rentedLines: readonly number[],
): (Pieces & { name: string })[] {
  const live = returns.filter(({ state }) => state !== 'refused' && state !== 'cancelled');
  return order.lines
    .filter(({ line }) => !rentedLines.includes(line))
    .map(({ line, name, shipped }) => ({ line, name, quantity: shipped - piecesIn(live, line) }))
    .filter(({ quantity }) => quantity > 0);
}

/** What the pieces of a return cost with their tax. Shipping is not refunded. */
export function moneyOfReturn(
  order: OrderRecord,
  returns: readonly ReturnRow[],
  { lines }: Pick<ReturnRow, 'lines'>,
): PiecesMoney & { keptMinor: bigint } {
  const accepted = returns.filter(({ state }) => state === 'accepted');
  // Pieces are priced in the order in which they leave the sale: cancelled ones first, then returned ones.
  const asReturned = (line: OrderLineRecord) => ({
    ...line,
    netMinor: BigInt(line.net_minor),
    shipped: piecesIn(accepted, line.line),
  });
  const money = piecesMoney(
    {
      lines: order.lines.map(asReturned),
      shippingMinor: BigInt(order.shipping_minor),
      taxesMinor: order.taxes.map(({ amount_minor }) => BigInt(amount_minor)),
    },
    order.lines.map(({ line }) => piecesIn([{ lines }], line)),
  );
  const returnedMinor = order.lines
    .map((line) => piecesMinor({ ...asReturned(line), shipped: 0 }, piecesIn(accepted, line.line)))
    .reduce((sum, one) => sum + one, 0n);
  return { ...money, keptMinor: keptMinor(order) - returnedMinor };
}
