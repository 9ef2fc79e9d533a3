import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';
import { dueAt } from '@tuneport/domain/store/rental-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { postedFor, postTransfer } from '../../ledger/index.ts';
import { insertMovement } from '../stock/book-movement.ts';
import { settleStock } from '../stock/settle-stock.ts';
import { stepRental } from './move-rental.ts';
import { sendRentalMail } from './rental-mails.ts';
import { lockRental, rentalsOfOrder } from './rental-queries.ts';

type By = { readonly actorId: number | null; readonly now: Date; readonly origin: string };

type HandedOut = { readonly lines: ReadonlySet<number>; readonly rentMinor: bigint };

/**
 * Moves the rented tools of a shipment to rental stock instead of selling them. Runs before the rest is sold. `lines`
 * are those of the parcel.
 */
export async function handOutRentals(
  db: Db,
  orderId: number,
  lines: ReadonlySet<number>,
  { actorId, now, origin }: By,
): Promise<HandedOut> {
  const out = new Set<number>();
  let rentMinor = 0n;
  for (const { id, line } of await rentalsOfOrder(db, orderId)) {
    if (!lines.has(line)) continue;
    const row = await lockRental(db, id);
    if (row?.state !== 'reserved' && row?.state !== 'ready') continue;
    if (row.state === 'reserved')
      throw new Refusal('conflict', {
        message: `The deposit for ${row.product_name} is not paid yet. Nothing was shipped or recorded.`,
      });
    const pieces = [{ product_id: row.product_id, quantity: row.quantity }];
    const held = await settleStock(db, { reference: `order:${orderId}`, how: 'RELEASE', lines: pieces, actorId, now });
    for (const { location, quantity } of held)
      await insertMovement(db, {
        kind: row.kind === 'loan' ? 'LOAN_OUT' : 'RENT_OUT',
        productId: row.product_id,
        locationId: location,
        change: { onHand: -quantity, allocated: 0, inTransit: 0, quarantine: 0 },
        reference: `rental:${row.id}`,
        reason: `Order ${orderId}`,
        actorId,
        now,
      });
    const set = {
      location_id: held[0]?.location ?? null,
      out_at: now,
      due_at: dueAt(now, row.days),
      reminded_at: null,
    };
    await stepRental({ db, now }, row, 'hand-out', { userId: actorId }, { set });
    await sendRentalMail(db, origin, row.id, 'out');
    out.add(line);
    rentMinor += row.rent_minor;
  }
  return { lines: out, rentMinor };
}

/** Cancels the rentals of an order. Paid deposits are refunded automatically. */
export async function cancelRentals(db: Db, orderId: number, { actorId, now, origin }: By): Promise<void> {
  for (const { id } of await rentalsOfOrder(db, orderId)) {
    const row = await lockRental(db, id);
    if (row?.state !== 'reserved' && row?.state !== 'ready') continue;
    await stepRental({ db, now }, row, 'cancel', { userId: actorId });
    await sendRentalMail(db, origin, row.id, 'cancelled');
  }
}

/** The part of a shipment's revenue that is rent. */
export async function bookRent(
  db: Db,
  { orderId, currency, shipmentId, rent }: { orderId: number; currency: Currency; shipmentId: number; rent: bigint },
  by: By,
): Promise<void> {
  if (rent === 0n) return;
  const earned = -(await postedFor(db, `order:${orderId}`, platformAccount('rev', currency)));
  const part = rent < earned ? rent : earned;
  if (part <= 0n) return;
  await postTransfer(db, {
    key: `order:${orderId}:rent:${shipmentId}`,
    kind: 'store.rent',
    subject: `order:${orderId}`,
    at: by.now,
    actorId: by.actorId,
    memo: `Rent for order ${orderId}`,
    legs: [
      { account: platformAccount('rev', currency), amountMinor: part },
      { account: platformAccount('rev.rent', currency), amountMinor: -part },
    ],
  });
}
