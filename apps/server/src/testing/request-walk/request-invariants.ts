import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

// What holds for tune requests after every commit, in any order of actions. Each query returns violations.

const worked = ['queued', 'in_progress', 'waiting_customer', 'on_ice', 'in_review'];
const made = ['delivered', 'revision_requested', 'closed', 'recalled', 'locked'];
const unpaid = ['received', 'identifying', 'needs_information', 'matched', 'unsupported', 'expired', 'deleted'];

/** What purchases have booked on accounts of these kinds, by owner. */
const booked = (kinds: readonly string[]) => sql`
  select substring(t.subject from '^purchase(?:-account)?:(\\d+)$')::integer as purchase_id, a.owner, sum(-e.amount_minor)::bigint as got
  from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
  where not e.pending and a.kind = any(${[...kinds]}) group by 1, 2`;

const invariants: Readonly<Record<string, RawBuilder<object>>> = {
  'work has one purchase that pays for it, earned once it was delivered': sql`
    select r.id, r.state, array_agg(p.state) as purchases from tune_requests r
    left join catalog_purchases p on p.request_id = r.id and p.state <> 'cancelled'
    where r.state = any(${[...worked, ...made]}) group by r.id
    -- A bank does not ask whether the value was moved to another request meanwhile.
    having not (r.state = 'locked' and bool_or(p.state = 'refunded')) and (
      count(p.id) filter (where p.state in ('linked', 'delivered')) <> 1
      or (r.delivered_at is not null) <> bool_or(coalesce(p.state = 'delivered', false)))`,
  'what is not paid has no purchase that was paid': sql`
    select r.id, r.state, p.id as purchase, p.state as money from tune_requests r join catalog_purchases p on p.request_id = r.id
    where r.state = any(${unpaid}) and p.state not in ('cancelled', 'pending_payment', 'refunded')`,
  'what is delivered has one file': sql`
    select r.id, r.state, count(t.id)::integer as files from tune_requests r
    left join tune_request_files t on t.request_id = r.id and t.state = 'delivered'
    group by r.id having count(t.id) > 1 or r.state in ('delivered', 'closed') and count(t.id) = 0`,
  'the state is where its history leads': sql`
    select * from (
      select r.id, r.state, e.event, e.from_state, e.to_state, lag(e.to_state) over w as before, lead(e.id) over w is null as last
      from tune_requests r join tune_request_events e on e.request_id = r.id window w as (partition by r.id order by e.id)) x
    where before is not null and before <> from_state or last and to_state <> state`,
  'one mail for each time it was received, queued or delivered, to its customer': sql`
    select r.id, m.kind, count(*)::integer as mails, count(*) filter (where m.to_address <> u.email)::integer as astray, max(e.times) as times
    from (
      select substring(text_body from '/tuning/request/(\\d+)/')::integer as request_id, kind, to_address from mail_outbox
      where kind like 'tune-request-%' and kind <> 'tune-request-work') m
    join tune_requests r on r.id = m.request_id join users u on u.id = r.user_id
    join lateral (
      select count(*)::integer as times from tune_request_events e where e.request_id = r.id and e.event = any(case m.kind
        when 'tune-request-received' then array['upload'] when 'tune-request-queued' then array['queue']
        when 'tune-request-delivered' then array['approve', 'deliver-instantly'] end)) e on true
    group by r.id, m.kind having count(*) filter (where m.to_address <> u.email) > 0
      or count(*) <> max(e.times) and m.kind in ('tune-request-received', 'tune-request-queued', 'tune-request-delivered')`,
  'a party has its share of what was delivered, nothing before and nothing of what went back': sql`
    select * from (
      select p.id, p.state, s.owner, s.share, coalesce(g.got, 0)::bigint as got, exists (
        select from payments y left join payment_refunds f on f.payment_id = y.id
        where y.subject in ('purchase:' || p.id, 'purchase-account:' || p.id)
          and (f.id is not null or y.state = 'charged_back')) as part,
        -- A bank took the money; what credits paid of the work stays earned.
        p.state = 'refunded' and p.credit_minor > 0 and p.credits_back_at is null as spent
      from catalog_purchases p
      join lateral (select owner, sum(amount_minor)::bigint as share from catalog_purchase_shares s where s.purchase_id = p.id group by 1) s on true
      left join (${booked(['earn.hold', 'earn.avail'])}) g on g.purchase_id = p.id and g.owner = s.owner) x
    where got <> case when state = 'delivered' then share else 0 end
      and not (part and (state = 'delivered' or spent) and got between 0 and share)`,
  'work that is owed is what was paid for it': sql`
    select p.id, p.state, g.got as owed from catalog_purchases p join (${booked(['defer.work'])}) g on g.purchase_id = p.id
    where case when p.state in ('waiting_file', 'linked') then g.got < 0 else g.got <> 0 end`,
};

/** After the jobs have run, no ended request holds money. */
const atRest: typeof invariants = {
  'what is over was paid back': sql`
    select r.id, r.state, p.id as purchase, p.state as money from tune_requests r join catalog_purchases p on p.request_id = r.id
    where r.state in ('cancelled', 'refunded') and p.state in ('linked', 'delivered', 'pending_payment')`,
};

export async function brokenInvariants(db: Db, jobsRan: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, look] of Object.entries(jobsRan ? { ...invariants, ...atRest } : invariants))
    for (const row of (await look.execute(db)).rows) wrong.push(`${name}: ${inWords(row)}`);
  return wrong;
}

const inWords = (row: object) =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
