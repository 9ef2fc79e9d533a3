-- The records of a car, newest first: those attached to it, the owner's requests with their logs, and purchases with its VIN or, without
-- a VIN, with its catalogue path if the owner has only one such car. A car that was handed over keeps its records of that day, and no
-- other car gets them.
create or replace function garage_records(wanted integer)
returns table (kind text, ref text, at timestamptz, title text, detail text, state text, tool text, attached boolean)
language sql stable as $$
  with car as (
    select v.*, (select count(*) from garage_vehicles o
      where o.user_id = v.user_id and o.path = v.path and o.handed_over_at is null) as same_path
    from garage_vehicles v where v.id = wanted
  ),
  live as (select * from car where handed_over_at is null),
  fixed as (
    select x.kind, x.ref from car c join garage_vehicles h on h.user_id = c.user_id and h.handed_over_at is not null
    join vehicle_records x on x.vehicle_id = h.id
  ),
  requests as (
    select r.* from live c join tune_requests r on r.user_id = c.user_id
    where r.state <> 'deleted' and not exists (select from fixed f where f.kind = 'request' and f.ref = r.id::text) and (
      (c.vin is not null and r.information ->> 'vin' = c.vin)
      or (coalesce(r.information ->> 'vin', '') = '' and c.same_path = 1 and c.engine is not null
          and (r.vehicle_path = c.path or r.vehicle_path like replace(replace(c.path, '%', '\%'), '_', '\_') || '/%'))
    )
  ),
  purchases as (
    select p.* from live c join catalog_purchases p on p.user_id = c.user_id
    where p.paid_at is not null and not exists (select from fixed f where f.kind = 'purchase' and f.ref = p.id::text) and (
      p.request_id in (select id from requests)
      or (p.request_id is null and c.same_path = 1 and c.engine is not null
          and (p.vehicle_path = c.path or p.vehicle_path like replace(replace(c.path, '%', '\%'), '_', '\_') || '/%'))
    )
  ),
  found as (
    select 'request' as kind, r.id::text as ref, coalesce(r.delivered_at, r.created_at) as at,
      coalesce((select string_agg(t.name, ' + ' order by t.id) from tunes t where t.id = any(r.tune_ids)), 'Tune request') as title,
      r.vehicle as detail, r.state, nullif(r.information ->> 'read_with', '') as tool, false as attached
    from requests r
    union all
    select 'purchase', p.id::text, p.paid_at,
      coalesce((select string_agg(l.label, ' + ' order by l.line) from catalog_purchase_lines l
        where l.purchase_id = p.id and l.kind = 'tune'), 'Tunes'),
      p.vehicle, p.state,
      (select l.label from catalog_purchase_lines l where l.purchase_id = p.id and l.tool_id is not null order by l.line limit 1),
      false
    from purchases p
    union all
    select 'log', g.id, g.created_at, g.name, g.format, null, null, false
    from requests r join tune_request_logs a on a.request_id = r.id join graphs g on g.id = a.graph_id
    where g.expires_at > now()
    union all
    select x.kind, x.ref, x.at, x.title, x.detail, r.state, nullif(r.information ->> 'read_with', ''), true
    from vehicle_records x left join tune_requests r on x.kind = 'request' and r.id::text = x.ref
    where x.vehicle_id = wanted
  )
  select distinct on (f.kind, f.ref) f.* from found f order by f.kind, f.ref, f.attached
$$;
