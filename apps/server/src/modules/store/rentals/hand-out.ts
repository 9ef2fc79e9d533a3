import { houseAccount } from '@tuneport/domain/ledger-accounts';
import type { Currency } from '@tuneport/domain/money';
import { dueAt } from '@tuneport/domain/rental-states';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { postedFor, postTransfer } from '../../ledger/index.ts';
import { settleStock } from '../stock/allocate-stock.ts';
import { insertMovement } from '../stock/book-movement.ts';
import { stepRental } from './move-rental.ts';
import { sendRentalMail } from './rental-mails.ts';
import { lockRental, rentalsOfOrder } from './rental-queries.ts';

type By = { readonly actorId: number | null; readonly now: Date; readonly origin: string };

/** What an order rents leaves with it, but stays ours: it goes out on rent instead of being sold. Before the rest is sold. */
export async function handOutRentals(db: Db, orderId: number, { actorId, now, origin }: By): Promise<void> {
  for (const { id } of await rentalsOfOrder(db, orderId)) {
    const row = await lockRental(db, id);
    if (!row || row.state === 'cancelled') continue;
    if (row.state === 'reserved')
      throw new Refusal('conflict', {
        message: `The deposit for ${row.product_name} is not paid yet. Nothing was sent or booked.`,
      });
    const lines = [{ product_id: row.product_id, quantity: row.quantity }];
    const held = await settleStock(db, { reference: `order:${orderId}`, how: 'RELEASE', lines, actorId, now });
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
    const change = {
      location_id: held[0]?.location ?? null,
      out_at: now,
      due_at: dueAt(now, row.days),
      reminded_at: null,
    };
    await stepRental(db, row, { to: 'out', actorId, now, change });
    await sendRentalMail(db, origin, row.id, 'out');
  }
}

/** Of what an order earned, the part that is rent. */
export async function bookRent(db: Db, orderId: number, currency: Currency, by: By): Promise<void> {
  const rented = await rentalsOfOrder(db, orderId);
  const rent = rented.filter(({ state }) => state === 'out').reduce((sum, { rent_minor }) => sum + rent_minor, 0n);
  const earned = -(await postedFor(db, `order:${orderId}`, houseAccount('rev', currency)));
  const part = rent < earned ? rent : earned;
  if (part <= 0n) return;
  await postTransfer(db, {
    key: `order:${orderId}:rent`,
    kind: 'store.rent',
    subject: `order:${orderId}`,
    at: by.now,
    actorId: by.actorId,
    memo: `Rent of order ${orderId}`,
    legs: [
      { account: houseAccount('rev', currency), amountMinor: part },
      { account: houseAccount('rev.rent', currency), amountMinor: -part },
    ],
  });
}
