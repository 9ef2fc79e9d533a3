import { directSource } from '@tuneport/domain/analytics/traffic-source';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** A buyer's visit is counted within this time, or it was not recorded. */
const waitMinutes = 10;

/**
 * Finds the visit an order or purchase was placed in: the last one of the same browser before it, at most a day old. A
 * sale without a visit came directly, as far as we know.
 */
export async function placeSales(db: Db, now: Date): Promise<void> {
  await sql`with found as (
      select distinct on (s.subject) s.subject, s.at, v.*
      from placed_sales s left join lateral (
        select v.id, v.source, v.medium, v.campaign, v.first_source, v.first_medium, v.first_campaign, v.country, v.device
        from web_visits v
        where v.visitor = s.visitor and v.started_at <= s.at + interval '1 minute' and v.last_at >= s.at - interval '1 day'
          and v.started_at >= s.at - interval '3 days'
        order by v.started_at desc limit 1) v on true
      where v.id is not null or s.at < ${now}::timestamptz - make_interval(mins => ${waitMinutes})
      order by s.subject, s.at
    ), gone as (
      delete from placed_sales p using found f where p.subject = f.subject
    )
    insert into sale_sources (subject, at, visit_id, source, medium, campaign, first_source, first_medium, first_campaign, country, device)
    select subject, at, id, coalesce(source, ${directSource.source}), coalesce(medium, ${directSource.medium}), coalesce(campaign, ''),
      coalesce(first_source, ${directSource.source}), coalesce(first_medium, ${directSource.medium}), coalesce(first_campaign, ''),
      coalesce(country, ''), coalesce(device, '')
    from found on conflict (subject) do nothing`.execute(db);
}

/** A transfer gets its id before it is committed, so the last ones are read again in case a lower id appeared later. */
const overlap = 5_000;

/**
 * What each sale is worth before tax: paid less refunds, and commissions. Read from the ledger again for each sale with
 * new transfers, so a repetition changes nothing.
 */
export async function valueSales(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ transfer_id: bigint; highest: bigint }>`
      select p.transfer_id, coalesce((select max(id) from ledger_transfers), 0)::bigint as highest
      from traffic_progress p for update`.execute(tx);
    const { transfer_id: done, highest } = rows[0] ?? { transfer_id: 0n, highest: 0n };
    await sql`with touched as (
        select sale_subject(t.subject) as subject from ledger_transfers t
        where t.id > ${done}::bigint - ${overlap} and t.phase = 'posted' and sale_subject(t.subject) is not null
        -- Its transfers may have been passed before its visit was found.
        union select subject from sale_sources where currency is null and at > ${now}::timestamptz - interval '2 days'
      ), sold as (
        select subject from touched where exists (select from sale_sources s where s.subject = touched.subject)
      ), named as (
        -- One row for each name, because a join with either of two names compares every sale with every transfer.
        select subject, subject as name from sold
        union all select subject, replace(subject, 'purchase:', 'purchase-account:') from sold where subject like 'purchase:%'
      ), worth as (
        select named.subject, a.unit,
          -coalesce(sum(e.amount_minor) filter (where a.kind <> 'cost.comm'), 0)::bigint as net,
          coalesce(sum(e.amount_minor) filter (where a.kind = 'cost.comm'), 0)::bigint as commission
        from named
        join ledger_transfers t on t.subject = named.name and t.phase = 'posted'
        join ledger_entries e on e.transfer_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.owner = 'house'
          and (a.kind like 'rev%' or a.kind like 'defer.%' or a.kind = 'cost.comm')
        group by 1, 2
      )
      update sale_sources s set currency = w.unit, net_minor = w.net, commission_minor = w.commission
      from worth w where w.subject = s.subject
        and (s.currency, s.net_minor, s.commission_minor) is distinct from (w.unit, w.net, w.commission)`.execute(tx);
    await sql`update traffic_progress set transfer_id = ${highest}`.execute(tx);
  });
}
