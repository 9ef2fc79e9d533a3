import { decideRental, payDeposit, placeOrder, shipOrder } from '../../modules/store/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';
import type { HistoryContext } from './history-context.ts';
import { pick } from './invented.ts';
import { payInTime } from './pay-in-time.ts';

const tools = ['rental-flashzilla', 'rental-cmd-desk', 'rental-gearbox-link'];

/** All pieces are with other customers: this one rents none. */
function unlessAllOut(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'out_of_stock') throw error;
}

/** A rented tool from the order to the returned deposit. The newest are still out, and a few come back late. */
export async function addRental(context: HistoryContext, moment: Date, number: number): Promise<void> {
  const { seed, people, platform, clock, now: today } = context;
  const label = `rental ${number}`;
  const requestKey = `demo history ${label}`;
  const known = await platform.db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (known?.state === 'cancelled') return;
  const renters = people.customers.filter(({ since }) => since < moment);
  const renter = renters.length > 0 ? pick(renters, seed, label) : people.customers[0];
  if (!renter) return;
  const { actor, billing } = renter;
  const entries = [{ slug: pick(tools, seed, `${label} tool`), quantity: 1, options: [] }];
  const currency = billing.country_code === 'US' ? 'USD' : 'CAD';
  clock.now = moment;
  const input = { entries, codes: [], billing, currency, shipping_tier: 'standard' };
  const id =
    known?.id ??
    (await placeOrder(platform, { actor, region: 1, now: moment }, input, { requestKey }).catch(unlessAllOut))?.order
      .id;
  if (id === undefined) return;
  const method = { token: 'test_ok' };
  const isUnpaid = !known || known.state === 'pending_payment';
  if (isUnpaid && !(await payInTime(context, { id, actor, now: moment }))) return;
  const ofOrder = () =>
    platform.db
      .selectFrom('rentals')
      .select(['id', 'state', 'updated_at'])
      .where('order_id', '=', id)
      .executeTakeFirst();
  const rental = await ofOrder();
  if (!rental) return;
  if (rental.state === 'reserved')
    await payDeposit(platform.db, platform, { id: rental.id, actor, token: undefined, method });
  const after = (days: number) => new Date(moment.getTime() + days * dayMs);
  const ships = after(0.4 + chance(seed, `${label} packs`));
  if (ships >= today) return;
  const by = { actor: people.superAdmin, origin: platform.config.publicOrigin };
  if ((await ofOrder())?.state === 'ready') {
    clock.now = ships;
    const tracking = `1Z${String(9_500_000_000_000_000 + id).slice(0, 16)}`;
    await platform.db
      .transaction()
      .execute((db) => shipOrder(db, id, { tracking, lines: null }, { ...by, now: ships }));
  }
  // One in ten keeps the tool longer than a week.
  const back = after(7 + (chance(seed, `${label} late`) < 0.1 ? 4 : 0) + chance(seed, `${label} back`));
  const steps = [
    ['returned', back],
    ['inspected', new Date(back.getTime() + dayMs)],
    ['closed', new Date(back.getTime() + 1.2 * dayMs)],
  ] as const;
  const reached = { returned: ['out', 'overdue'], inspected: ['returned'], closed: ['inspected'] } as const;
  for (const [state, now] of steps) {
    const row = await ofOrder();
    if (now >= today || !row) return;
    if (!(reached[state] as readonly string[]).includes(row.state)) continue;
    clock.now = now;
    await decideRental(platform, {
      id: rental.id,
      actor: people.superAdmin,
      input: { state, note: '', condition: 'good', ...(state === 'closed' ? { late_fee: '0', damage: '0' } : {}) },
      readAt: row.updated_at,
      now,
    });
  }
}
