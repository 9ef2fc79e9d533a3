import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { addOpportunities, type NewOpportunity } from '../opportunities.ts';

/** From this many people waiting for one engine on, a workshop or tuner is worth a call. */
const demandMin = 5;
const dormantDays = 90;

/** Looks for opportunities in recorded activity. A cause that was found before, even if deleted since, is not found again. */
export async function findOpportunities(db: Db): Promise<number> {
  const found = [...(await demand(db)), ...(await dormantDealers(db)), ...(await applications(db))];
  return addOpportunities(db, found);
}

/** Requests to be notified about an engine; once per engine and month. */
async function demand(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{ engine_id: number; name: string; count: number; month: string }>`
    select s.engine_id, m.name || ' ' || e.name as name, count(*)::int as count, to_char(max(s.created_at), 'YYYY-MM') as month
    from catalog_subscriptions s join engines e on e.id = s.engine_id join makes m on m.id = e.make_id
    where s.notified_at is null and s.created_at > now() - interval '30 days'
    group by s.engine_id, m.name, e.name having count(*) >= ${demandMin} order by count(*) desc limit 100`.execute(db);
  return rows.map(({ engine_id, name, count, month }) => ({
    cause: `demand:${engine_id}:${month}`,
    source: 'demand',
    title: `Demand: ${name}`,
    reason: `${count} people asked to be notified about tunes for ${name} in the last 30 days.`,
  }));
}

/** Dealers who bought before and then stopped; once per last purchase. */
async function dormantDealers(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{ id: number; name: string; last: Date; count: number }>`
    select d.id, d.name, max(b.at) as last, count(*)::int as count from dealers d
    join (
      select dealer_id, paid_at as at from orders where dealer_id is not null and paid_at is not null
      union all
      select dealer_id, paid_at from catalog_purchases where dealer_id is not null and paid_at is not null
    ) b on b.dealer_id = d.id
    where d.state = 'active' group by d.id
    having max(b.at) < now() - make_interval(days => ${dormantDays}) order by max(b.at) desc limit 200`.execute(db);
  return rows.map(({ id, name, last, count }) => ({
    cause: `dormant:${id}:${last.toISOString().slice(0, 10)}`,
    source: 'dormant_dealer',
    title: `Dormant: ${name}`,
    reason: `No purchase since ${dayLabel(last)}, after ${count === 1 ? '1 purchase' : `${count} purchases`}.`,
  }));
}

/** Applications to become a dealer. */
async function applications(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{ id: number; name: string; applicant: string }>`
    select a.id, a.name, u.name as applicant from partner_applications a join users u on u.id = a.user_id
    where a.kind = 'dealer' and a.state in ('submitted', 'in_review', 'needs_information') order by a.id limit 500`.execute(
    db,
  );
  return rows.map(({ id, name, applicant }) => ({
    cause: `dealer-application:${id}`,
    source: 'application',
    title: `Application: ${name}`,
    reason: `${applicant} applied to become a dealer.`,
  }));
}
