import { type ActorFacts, may } from '@tuneport/domain/identity/permissions';
import { queueCountMax, visibleQueues, type WorkQueue } from '@tuneport/domain/site/work-queues';
import { approvalKinds, approvalRights } from '@tuneport/domain/states/approvals';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import { defaultLowStock, isLowStock } from '../../store/index.ts';

/** The conditions of the lists the queues link to. */
const rowsOf = (facts: ActorFacts, now: Date, lowStock: number): Readonly<Record<WorkQueue, RawBuilder<unknown>>> => ({
  tickets_late: sql`tickets where state in ('new', 'open') and least(response_due_at, resolve_due_at) < ${now}`,
  tickets: sql`tickets where state in ('new', 'open')`,
  requests_review: sql`tune_requests where state = 'in_review'`,
  requests_queued: sql`tune_requests where state = 'queued'`,
  orders_to_ship: sql`orders where state = 'paid'`,
  orders_on_hold: sql`orders where state = 'on_hold'`,
  approvals: sql`staff_approvals where state = 'pending'
    and kind = any(${approvalKinds.filter((kind) => may(facts, approvalRights[kind]))})`,
  line_disputes: sql`line_disputes where state = 'open'`,
  rescues: sql`rescue_sessions where state = 'waiting_staff'`,
  trade_ins: sql`trade_ins where state = 'submitted'`,
  dealer_applications: sql`partner_applications where kind = 'dealer' and state = 'submitted'`,
  affiliate_applications: sql`partner_applications where kind = 'affiliate' and state = 'submitted'`,
  lead_activities: sql`lead_activities a where not a.done and a.date <= (${now}::timestamptz at time zone company_time_zone())::date
    and not exists (select from lead_deals d where d.id = a.deal_id and d.deleted_at is not null)`,
  returns: sql`order_returns where state in ('requested', 'received')`,
  rentals_overdue: sql`rentals where state = 'overdue'`,
  stock_short: sql`stock_levels l join products p on p.id = l.product_id where ${isLowStock(lowStock)}`,
  jobs_failed: sql`pgboss.job where state = 'failed'`,
  mails_failed: sql`mail_outbox where state = 'failed'`,
});

/** One statement for all queues the actor may open. */
export async function countWork(
  { db, platform }: Pick<Context, 'db' | 'platform'>,
  facts: ActorFacts,
  now: Date,
): Promise<Partial<Record<WorkQueue, number>>> {
  const keys = visibleQueues(facts);
  if (keys.length === 0) return {};
  const rows = rowsOf(facts, now, await defaultLowStock(platform));
  const counts = keys.map(
    (key) =>
      sql`(select count(*)::int from (select 1 from ${rows[key]} limit ${queueCountMax}) counted) as ${sql.id(key)}`,
  );
  const result = await sql<Record<WorkQueue, number>>`select ${sql.join(counts)}`.execute(db);
  return result.rows[0] ?? {};
}
