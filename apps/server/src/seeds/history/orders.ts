import { sql } from 'kysely';
import { refundOrder } from '../../modules/sales/index.ts';
import { cancelStaffOrder, placeOrder, productListOf, shipOrder, stepStaffOrder } from '../../modules/store/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';
import type { HistoryContext } from './history-context.ts';
import { pick, weighted } from './invented.ts';
import { payInTime } from './pay-in-time.ts';

/** What sells in the store, with its weight. */
const goods: readonly (readonly [slug: string, weight: number])[] = [
  ['flashzilla-lite', 9],
  ['kess-link', 4],
  ['cmd-desk', 3],
  ['demo-tool', 2],
  ['bench-kit-compact', 5],
  ['steady-70-supply', 4],
  ['bench-harness', 7],
  ['boot-pin-set', 6],
  ['ram-intake-40', 3],
  ['stepped-intercooler', 2],
  ['gearbox-link', 4],
  ['log-studio-licence', 10],
  ['curve-mug', 7],
  ['sticker-set', 12],
];
const reasons = ['Ordered twice by mistake', 'Wrong connector for the car', 'Arrived damaged', 'No longer needed'];

/** One order from cart to delivery. A few are cancelled or refunded; the newest are still on their way. */
export async function addOrder(context: HistoryContext, moment: Date, number: number): Promise<void> {
  const { seed, people, platform, clock, now: today } = context;
  const label = `order ${number}`;
  const requestKey = `demo history ${label}`;
  const known = await platform.db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  if (known && known.state !== 'pending_payment') return;
  const buyers = people.customers.filter(({ since }) => since < moment);
  const buyer = buyers.length > 0 ? pick(buyers, seed, label) : people.customers[0];
  if (!buyer) return;
  clock.now = moment;
  const { actor, billing } = buyer;
  const first = weighted(goods, ([, weight]) => weight, seed, `${label} first`)[0];
  const second =
    chance(seed, `${label} more`) < 0.35 ? weighted(goods, ([, weight]) => weight, seed, `${label} second`)[0] : first;
  const { bySlug } = await productListOf(platform, 1);
  const entries = [...new Set([first, second])].map((slug) => ({
    slug,
    quantity: 1,
    options: (bySlug.get(slug)?.options ?? []).map(({ id: option, selections }) => ({
      option,
      selection: pick(selections, seed, `${label} ${slug} ${option}`).id,
    })),
  }));
  const code = chance(seed, `${label} code`) < 0.18 ? [pick(people.codes, seed, `${label} which code`)] : [];
  const pricing = { actor, region: 1 as const, now: moment };
  const currency = billing.country_code === 'US' ? 'USD' : 'CAD';
  const digital = entries.every(({ slug }) => slug === 'log-studio-licence');
  const input = { entries, codes: code, billing, currency, ...(digital ? {} : { shipping_tier: 'standard' }) };
  const place = (codes: string[]) => placeOrder(platform, pricing, { ...input, codes }, { requestKey });
  const id =
    known?.id ??
    (
      await place(code).catch((error: unknown) => {
        // A code of the partner's own, or one that had not begun yet.
        if (error instanceof Refusal && error.code === 'invalid_fields' && code.length > 0) return place([]);
        throw error;
      })
    ).order.id;
  // One cart in twenty is left unpaid; its reserved goods are released.
  if (chance(seed, `${label} leaves`) < 0.05 && moment.getTime() < today.getTime() - dayMs)
    return cancelStaffOrder(
      platform,
      { id, reason: 'Not paid', lines: null, requestKey: `${requestKey} end` },
      by(context, moment),
    );
  if (await payInTime(context, { id, actor, now: moment })) await fulfil(context, id, moment, label, digital);
}

const by = (context: HistoryContext, now: Date) => ({
  actor: context.people.superAdmin,
  now,
  origin: context.platform.config.publicOrigin,
});

async function fulfil(context: HistoryContext, id: number, paid: Date, label: string, digital: boolean): Promise<void> {
  const { seed, platform, clock, now: today, people } = context;
  const later = (days: number) => new Date(paid.getTime() + days * dayMs);
  const ships = later(0.3 + chance(seed, `${label} packs`) * 1.6);
  const arrives = later(3 + chance(seed, `${label} travels`) * 5);
  if (chance(seed, `${label} cancels`) < 0.03 && ships < today) {
    clock.now = ships;
    const reason = pick(reasons.slice(0, 2), seed, label);
    return cancelStaffOrder(
      platform,
      { id, reason, lines: null, requestKey: `demo history ${label} cancel` },
      by(context, ships),
    );
  }
  if (!digital && ships < today) {
    clock.now = ships;
    const tracking = `1Z${String(9_000_000_000_000_000 + id).slice(0, 16)}`;
    await platform.db.transaction().execute((db) => shipOrder(db, id, { tracking, lines: null }, by(context, ships)));
    if (arrives < today) {
      clock.now = arrives;
      await platform.db
        .transaction()
        .execute((db) => stepStaffOrder(db, id, { event: 'deliver', reason: '' }, by(context, arrives)));
    }
  }
  const returns = later(10 + chance(seed, `${label} returns`) * 12);
  if (chance(seed, `${label} refund`) >= 0.035 || returns >= today) return;
  clock.now = returns;
  const { rows } = await sql<{
    id: number;
  }>`select id from payments where subject = ${`order:${id}`} and captured_minor > 0`.execute(platform.db);
  const refund = {
    amount: null,
    reason: pick(reasons, seed, `${label} why`),
    requestKey: `demo history ${label} refund`,
  };
  if (rows[0]) await refundOrder(platform, people.superAdmin, { id: rows[0].id, ...refund });
}
