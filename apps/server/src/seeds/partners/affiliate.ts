import { affiliateTermsVersion } from '@tuneport/domain/affiliates/terms';
import { acceptTerms, giveFeedback, makeFeedbackLink } from '../../modules/affiliates/index.ts';
import { openPayoutRun, releaseEarnings, stepPayout, stepPayoutRun } from '../../modules/ledger/index.ts';
import { payOrder, placeOrder, productListOf, shipOrder, stepStaffOrder } from '../../modules/store/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { casey } from '../purchases.ts';
import { dayMs, daysBefore, type SeedContext } from './seed-context.ts';

const tags = [
  { tag: 'apex-video', visits: 214 },
  { tag: 'apex-newsletter', visits: 96 },
  { tag: 'gravel-forum', visits: 41 },
];
/** Days before today, the item, and the code or the tag that brought the buyer. */
const sales = [
  { days: 158, slug: 'kess-link', code: 'APEX10' },
  { days: 131, slug: 'flashzilla-lite', code: 'APEX10' },
  { days: 104, slug: 'cmd-desk', tag: 'apex-video' },
  { days: 77, slug: 'gearbox-link', code: 'APEX10' },
  { days: 58, slug: 'flashzilla-lite', tag: 'apex-newsletter' },
  { days: 31, slug: 'kess-link', code: 'APEX10' },
  { days: 8, slug: 'flashzilla-lite', tag: 'apex-video' },
] as const;

/** Half a year of the demo affiliate: links with visits, sales, a payout, and feedback. */
export async function buildDemoAffiliate(context: SeedContext): Promise<void> {
  const { platform, now, people } = context;
  const { db } = platform;
  const { affiliate_id: id } = await db
    .selectFrom('affiliate_members')
    .select('affiliate_id')
    .where('user_id', '=', people.affiliate.userId)
    .executeTakeFirstOrThrow();
  await acceptTerms(db, id, people.affiliate.userId, affiliateTermsVersion, daysBefore(now, 170));
  await addTags(context, id);
  for (const sale of sales) await sell(context, sale);
  await payOut(context);
  const asked = await db.selectFrom('affiliate_feedback').select('id').limit(1).executeTakeFirst();
  if (asked) return;
  await db.transaction().execute(async (tx) => {
    const link = await makeFeedbackLink(tx, platform.config.publicOrigin, people.admin, id, daysBefore(now, 9));
    const answer = { rating: 4, text: 'Codes work well. A widget with the price of a tune for my page would help.' };
    await giveFeedback(tx, link, answer, daysBefore(now, 7));
  });
}

async function addTags({ platform: { db }, people, now }: SeedContext, affiliate_id: number): Promise<void> {
  for (const { tag, visits } of tags) {
    const known = await db.selectFrom('tracking_tags').select('id').where('tag', '=', tag).executeTakeFirst();
    if (known) continue;
    const row = { tag, affiliate_id, created_by: people.affiliate.userId, created_at: daysBefore(now, 165) };
    const hits = Array.from({ length: visits }, (_, at) => ({
      visitor: Buffer.from(`demo visitor ${tag} ${at}`),
      tag,
      first_at: daysBefore(now, (at * 160) / visits),
    }));
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('tracking_tags').values(row).execute();
      await tx.insertInto('tag_hits').values(hits).execute();
    });
  }
}

async function firstOptions(platform: Platform, slug: string) {
  const { bySlug } = await productListOf(platform, 1);
  return (bySlug.get(slug)?.options ?? []).map(({ id: option, selections }) => ({
    option,
    selection: selections[0]?.id ?? 0,
  }));
}

type Sale = { readonly days: number; readonly slug: string; readonly code?: string; readonly tag?: string };

async function sell(
  { platform, clock, now: today, people }: SeedContext,
  { days, slug, code, tag }: Sale,
): Promise<void> {
  const requestKey = `demo affiliate ${days}`;
  const known = await platform.db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  const now = daysBefore(today, days);
  clock.now = now;
  const actor = people.buyer;
  const input = {
    entries: [{ slug, quantity: 1, options: await firstOptions(platform, slug) }],
    codes: code === undefined ? [] : [code],
    billing: { ...casey, full_name: 'Noor Fastlane' },
    currency: 'CAD',
    shipping_tier: 'standard',
  };
  const context = { actor, region: 1 as const, now, ...(tag === undefined ? {} : { tag }) };
  const id = known?.id ?? (await placeOrder(platform, context, input, { requestKey })).order.id;
  if (!known || known.state === 'pending_payment')
    await payOrder(platform.db, platform, { id, actor, token: undefined, method: { token: 'test_ok' }, now });
  const by = (at: Date) => ({ actor: people.superAdmin, now: at, origin: platform.config.publicOrigin });
  const [ships, arrives] = [new Date(now.getTime() + dayMs), new Date(now.getTime() + 4 * dayMs)];
  const sent = await platform.db
    .selectFrom('order_shipments')
    .select('id')
    .where('order_id', '=', id)
    .executeTakeFirst();
  if (sent || arrives >= today) return;
  await platform.db.transaction().execute(async (tx) => {
    clock.now = ships;
    await shipOrder(tx, id, { tracking: `1Z90000000000${1000 + days}`, lines: null }, by(ships));
    clock.now = arrives;
    await stepStaffOrder(tx, id, { event: 'deliver', reason: '' }, by(arrives));
  });
}

/** One payout of what was available two months ago; later shares wait. */
async function payOut({ platform: { db }, clock, now, people }: SeedContext): Promise<void> {
  const at = (days: number) => daysBefore(now, days);
  const requestKey = 'demo affiliates';
  clock.now = at(60);
  await releaseEarnings(db, at(60));
  const known = await db
    .selectFrom('payout_runs')
    .select('id')
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
  const run = known
    ? known.id
    : await db.transaction().execute(async (tx) => {
        const input = { requestKey, currency: 'CAD', party: 'affiliate', cutOff: at(60) } as const;
        const { id } = await openPayoutRun(tx, people.admin, { ...input, note: 'Affiliates, monthly.' }, at(59));
        await stepPayoutRun(tx, people.admin, id, 'lock', at(59));
        await stepPayoutRun(tx, people.superAdmin, id, 'approve', at(59));
        await stepPayoutRun(tx, people.admin, id, 'process', at(58));
        return id;
      });
  const sent = await db
    .selectFrom('payouts')
    .select('id')
    .where('run_id', '=', run)
    .where('state', '=', 'sending')
    .execute();
  for (const { id } of sent)
    await db
      .transaction()
      .execute((tx) => stepPayout(tx, people.admin, id, 'confirm', at(56), { reference: 'EFT 20455' }));
  clock.now = now;
  await releaseEarnings(db, now);
}
