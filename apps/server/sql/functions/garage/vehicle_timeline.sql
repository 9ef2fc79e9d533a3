-- The passport of a car: everything that happened to it, unordered. `kind` is what it is filtered and shared by.
create or replace function vehicle_timeline(wanted integer, moment timestamptz)
returns table (kind text, event text, ref text, at timestamptz, title text, detail text, state text, amount_minor bigint,
  currency text, power_hp integer, torque_nm integer, record_id integer)
language sql stable as $$
  with car as (
    select v.*, (select count(*) from garage_vehicles o
      where o.user_id = v.user_id and o.path = v.path and o.handed_over_at is null) as same_path
    from garage_vehicles v where v.id = wanted
  ),
  found as materialized (select * from garage_records(wanted)),
  requests as (
    select r.*, f.title from found f join tune_requests r on r.id::text = f.ref where f.kind = 'request'
  ),
  purchases as (
    select p.*, f.title from found f join catalog_purchases p on p.id::text = f.ref where f.kind = 'purchase'
  ),
  records as (select * from vehicle_records x where x.vehicle_id = wanted),
  logs as (
    select distinct on (l.ref) l.* from (
      select g.id as ref, g.created_at as at, g.name as title, g.format as detail, 'available' as state, null::int as record_id
      from requests r join tune_request_logs a on a.request_id = r.id join graphs g on g.id = a.graph_id
      where g.expires_at > moment
      union all
      select x.ref, x.at, x.title, x.detail, case when g.id is null then 'expired' else 'available' end, x.id
      from records x left join graphs g on g.id = x.ref and g.expires_at > moment where x.kind = 'log'
    ) l order by l.ref, l.record_id nulls last
  ),
  tickets_found as (
    select t.id, t.created_at, t.title, t.state from car c join tickets t on t.user_id = c.user_id
    where c.handed_over_at is null and t.dealer_id is null and t.state not in ('merged', 'spam') and (
      (c.vin is not null and strpos(upper(t.title || ' ' || t.description), c.vin) > 0)
      or (c.same_path = 1 and c.engine is not null
          and (split_part(t.offer ->> 'path', '?', 1) = c.path or starts_with(split_part(t.offer ->> 'path', '?', 1), c.path || '/')))
    )
    union
    select t.id, t.created_at, t.title, t.state from records x join tickets t on t.id::text = x.ref where x.kind = 'ticket'
  )
  select 'tune', 'requested', r.id::text, r.created_at, r.title, r.vehicle, r.state, null::bigint, null, null::int, null::int, null::int
  from requests r
  union all
  select 'tune', 'delivered', r.id::text, r.delivered_at, r.title, r.vehicle, r.state, null, null, null, null, null
  from requests r where r.delivered_at is not null
  union all
  select 'tune', 'delivered', '', x.at, x.title, x.detail, null, null, null, null, null, null from records x where x.kind = 'tune'
  union all
  select 'purchase', 'paid', p.id::text, p.paid_at, p.title, p.vehicle, p.state, p.total_minor, p.currency, null, null, null
  from purchases p
  union all
  select 'fact', 'tool', p.id::text, p.paid_at, l.label, '', null, null, null, null, null, null
  from purchases p join catalog_purchase_lines l on l.purchase_id = p.id and l.tool_id is not null
  union all
  select 'log', 'uploaded', l.ref, l.at, l.title, l.detail, l.state, null, null, null, null, l.record_id from logs l
  union all
  select 'dyno', 'measured', '', x.at, x.title, x.detail, null, null, null, x.power_hp, x.torque_nm, x.id
  from records x where x.kind = 'dyno'
  union all
  select 'ticket', 'opened', t.id::text, t.created_at, t.title, '', t.state, null, null, null, null, null from tickets_found t
  union all
  select 'note', 'noted', '', x.at, x.title, x.detail, null, null, null, null, null, x.id from records x where x.kind = 'note'
  union all
  select 'fact', case x.kind when 'change' then 'changed' else 'received' end, '', x.at, x.title, x.detail, null, null, null, null,
    null, null
  from records x where x.kind in ('change', 'handover')
  union all
  select 'fact', 'added', '', c.created_at, c.title, c.detail, null, null, null, null, null, null from car c
  union all
  select 'fact', 'handed-over', '', c.handed_over_at, c.title, '', null, null, null, null, null, null
  from car c where c.handed_over_at is not null
$$;
