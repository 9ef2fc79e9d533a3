import { undecidedApplications } from '@tuneport/domain/dealers/application-states';
import { cutText } from '@tuneport/domain/text/cut-text';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { addOpportunities, type NewOpportunity } from '../opportunities.ts';
import { openDeal, ownerRoles } from '../sql-parts.ts';

/** If at least this many people wait for one engine, a workshop or tuner is worth a call. */
const demandMin = 5;
const demandDays = 30;
const dormantDays = 90;
/** Longer than staff need to mark a message as spam. */
const contactFormMinutes = 60;
/** If an account without a purchase prices at least this many selections on several days, it is worth a call. */
const pricedMin = 4;
const pricedDaysMin = 2;
const pricedWithinDays = 14;

/**
 * Looks for opportunities in recorded activity. A cause that was found before, even if deleted since, is not found
 * again.
 */
export async function findOpportunities(db: Db): Promise<number> {
  const found = [demand, dormantDealers, applications, contactForms, repeatedPricing].map((find) => find(db));
  return addOpportunities(db, (await Promise.all(found)).flat());
}

/** Known causes are left out here already: otherwise they would fill the limit of a search for ever. */
const isNew = (...cause: (string | RawBuilder<unknown>)[]): RawBuilder<boolean> =>
  sql`not exists (select from lead_causes k where k.cause = concat(${sql.join(
    cause.map((part) => (typeof part === 'string' ? sql.lit(part) : part)),
  )}))`;

/** No cause of this kind about a record was found within these days: the same activity would count in two months. */
const notFoundWithin = (kind: string, about: RawBuilder<unknown>, days: number): RawBuilder<boolean> =>
  sql`not exists (select from lead_causes k where starts_with(k.cause, concat(${sql.lit(kind)}, ':', ${about}, ':'))
    and k.found_at > now() - make_interval(days => ${days}))`;

/** Requests to be notified about an engine; at most once per engine and month. */
async function demand(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{ engine_id: number; name: string; count: number; month: string }>`
    select s.engine_id, m.name || ' ' || e.name as name, count(*)::int as count, to_char(max(s.created_at), 'YYYY-MM') as month
    from catalog_subscriptions s join engines e on e.id = s.engine_id join makes m on m.id = e.make_id
    where s.notified_at is null and s.created_at > now() - make_interval(days => ${demandDays})
    group by s.engine_id, m.name, e.name having count(*) >= ${demandMin}
      and ${notFoundWithin('demand', sql`s.engine_id`, demandDays)}
      and ${isNew('demand:', sql`s.engine_id`, ':', sql`to_char(max(s.created_at), 'YYYY-MM')`)} order by count(*) desc limit 100`.execute(
    db,
  );
  return rows.map(({ engine_id, name, count, month }) => ({
    cause: `demand:${engine_id}:${month}`,
    source: 'demand',
    title: `Demand: ${name}`,
    reason: `${count} people asked to be notified about tunes for ${name} in the last ${demandDays} days.`,
  }));
}

/** Dealers who bought before and then stopped; once per last purchase. */
async function dormantDealers(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    last: Date;
    count: number;
    person: { name: string; email: string } | null;
  }>`
    select d.id, d.name, max(b.at) as last, count(*)::int as count,
      (select jsonb_build_object('name', u.name, 'email', u.email) from dealer_members m join users u on u.id = m.user_id
        where m.dealer_id = d.id and u.deleted_at is null order by m.kind <> 'manager', m.user_id limit 1) as person
    from dealers d
    join (
      select dealer_id, paid_at as at from orders where dealer_id is not null and paid_at is not null
      union all
      select dealer_id, paid_at from catalog_purchases where dealer_id is not null and paid_at is not null
    ) b on b.dealer_id = d.id
    where d.state = 'active' group by d.id
    having max(b.at) < now() - make_interval(days => ${dormantDays})
      and ${isNew('dormant:', sql`d.id`, ':', sql`to_char(max(b.at) at time zone 'UTC', 'YYYY-MM-DD')`)} order by max(b.at) desc limit 200`.execute(
    db,
  );
  return rows.map(({ id, name, last, count, person }) => ({
    cause: `dormant:${id}:${last.toISOString().slice(0, 10)}`,
    source: 'dormant_dealer',
    title: `Dormant: ${name}`,
    reason: `No purchase since ${dayLabel(last)}, after ${count === 1 ? '1 purchase' : `${count} purchases`}.`,
    organization: name,
    dealerId: id,
    ...(person ? { person } : {}),
  }));
}

/** Applications to become a dealer. */
async function applications(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{ id: number; name: string; applicant: string; email: string }>`
    select a.id, a.name, u.name as applicant, u.email from partner_applications a join users u on u.id = a.user_id
    where a.kind = 'dealer' and a.state = any(${undecidedApplications}::text[])
      and ${isNew('dealer-application:', sql`a.id`)} order by a.id limit 500`.execute(db);
  return rows.map(({ id, name, applicant, email }) => ({
    cause: `dealer-application:${id}`,
    source: 'application',
    title: `Application: ${name}`,
    reason: `${applicant} applied to become a dealer.`,
    person: { name: applicant, email },
    organization: name,
    applicationId: id,
  }));
}

/** Neither paid by this account nor with this address. Separate, so that each is one hash join. */
const neverBought = sql.join(
  (['orders', 'catalog_purchases'] as const).flatMap((table) => [
    sql`not exists (select from ${sql.table(table)} b where b.paid_at is not null and b.user_id = t.user_id)`,
    sql`not exists (select from ${sql.table(table)} b where b.paid_at is not null and lower(b.email) = lower(t.email))`,
  ]),
  sql` and `,
);

/** Messages of the contact form from people who never bought and have no open deal; once per person and month. */
async function contactForms(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{ name: string; email: string; text: string; month: string; hash: string }>`
    select * from (select distinct on (lower(t.email)) t.customer_name as name, t.email, t.description as text,
      to_char(t.created_at, 'YYYY-MM') as month, left(encode(sha256(convert_to(lower(t.email), 'UTF8')), 'hex'), 32) as hash
    from tickets t left join users u on u.id = t.user_id
    where t.from_contact_form and t.state not in ('spam', 'merged') and t.email is not null
      and t.created_at > now() - interval '30 days' and t.created_at < now() - make_interval(mins => ${contactFormMinutes})
      and (u.id is null or u.role <> all(${ownerRoles}::integer[]))
      and ${neverBought}
      and not exists (select from lead_contacts c join lead_deals d on d.contact_id = c.id
        where c.emails && array[t.email, lower(t.email)] and ${openDeal})
    order by lower(t.email), t.id) f where ${isNew('contact-form:', sql`f.hash`, ':', sql`f.month`)} limit 500`.execute(
    db,
  );
  return rows.map(({ name, email, text, month, hash }) => ({
    // Hashed, so that the cause of a deleted person does not name them.
    cause: `contact-form:${hash}:${month}`,
    source: 'contact_form',
    title: `Contact form: ${name}`,
    reason: `${name} wrote through the contact form: "${shortened(text)}"`,
    person: { name, email },
  }));
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 200 ? line : `${cutText(line, 200).trim()} …`;
};

/**
 * Accounts that price tunes again and again and do not buy; at most once per account and month. Page views are not used: they
 * do not say whose they are (decision 080).
 */
async function repeatedPricing(db: Db): Promise<NewOpportunity[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    email: string;
    count: number;
    days: number;
    engine: string | null;
    month: string;
  }>`
    select u.id, u.name, u.email, e.count, e.days, m.name || ' ' || g.name as engine, e.month from users u
    join (
      select user_id, count(*)::int as count, count(distinct (created_at at time zone 'UTC')::date)::int as days,
        to_char(max(created_at), 'YYYY-MM') as month, min(created_at) as since,
        (array_agg(selection #>> '{input,engine}' order by created_at desc))[1] as engine_id
      from catalog_estimates where user_id is not null and created_at > now() - make_interval(days => ${pricedWithinDays})
      group by user_id having count(*) >= ${pricedMin} and count(distinct (created_at at time zone 'UTC')::date) >= ${pricedDaysMin}
    ) e on e.user_id = u.id
    left join engines g on g.id::text = e.engine_id left join makes m on m.id = g.make_id
    where u.role <> all(${ownerRoles}::integer[]) and u.banned_at is null and u.deleted_at is null
      and u.deletion_due_at is null and u.email_confirmed_at is not null
      and not exists (select from orders o where o.user_id = u.id and o.paid_at >= e.since)
      and not exists (select from catalog_purchases p where p.user_id = u.id and p.paid_at >= e.since)
      and ${notFoundWithin('priced', sql`u.id`, pricedWithinDays)}
      and ${isNew('priced:', sql`u.id`, ':', sql`e.month`)}
    order by e.count desc limit 200`.execute(db);
  return rows.map(({ id, name, email, count, days, engine, month }) => ({
    cause: `priced:${id}:${month}`,
    source: 'visits',
    title: `Repeated visits: ${name}`,
    reason: `Priced ${count} selections on ${days} days within ${pricedWithinDays} days without buying${engine === null ? '' : `, last for ${engine}`}.`,
    person: { name, email },
  }));
}
