-- Refuses an order (TP002) that would exceed what one of its holders may reserve without paying. The detail names the holder and the
-- limit. Holders are locked in ascending order, so that parallel orders of one client are counted one after the other.
create or replace function require_hold_room(holders jsonb, given_lines jsonb, moment timestamptz) returns void language plpgsql as $$
declare
  exceeded jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid ' || k.key, 0))
    from (select h ->> 'key' as key from jsonb_array_elements(holders) h order by 1) k;
  with mine as materialized (
    select o.id, o.state = 'pending_payment' as open, array[o.placed_by, o.placed_from, o.placed_session, o.placed_site] as keys
    from orders o
    where o.paid_at is null and o.holds_stock and o.placed_at > moment - interval '1 day'
      and (o.placed_by in (select h ->> 'key' from jsonb_array_elements(holders) h)
        or o.placed_from in (select h ->> 'key' from jsonb_array_elements(holders) h)
        or o.placed_session in (select h ->> 'key' from jsonb_array_elements(holders) h)
        or o.placed_site in (select h ->> 'key' from jsonb_array_elements(holders) h))
  ), wanted as (
    select l.product_id, sum(l.quantity)::integer as pieces
    from jsonb_to_recordset(given_lines) as l (product_id integer, quantity integer) group by l.product_id
  )
  select jsonb_build_object('holder', h.kind, 'limit', x.reason, 'max', x.most) into exceeded
  from jsonb_to_recordset(holders) as h (kind text, key text, orders integer, pieces integer, of_one integer, a_day integer)
  cross join lateral (
    select count(*) filter (where m.open) as orders, count(*) as a_day from mine m where h.key = any(m.keys)
  ) c
  cross join lateral (
    select sum(s.pieces) as pieces, max(s.pieces) as of_one
    from (
      select p.id, sum(x.pieces) as pieces
      from (
        select w.product_id, w.pieces from wanted w
        union all
        select l.product_id, l.quantity from mine m join order_lines l on l.order_id = m.id where m.open and h.key = any(m.keys)
      ) x join products p on p.id = x.product_id and p.tracks_stock
      group by p.id
    ) s
  ) p
  cross join lateral (
    values ('orders', h.orders, c.orders >= h.orders), ('a_day', h.a_day, c.a_day >= h.a_day),
      ('of_one', h.of_one, p.of_one > h.of_one), ('pieces', h.pieces, p.pieces > h.pieces)
  ) x (reason, most, is_exceeded)
  -- An order of untracked products reserves nothing.
  where p.pieces is not null and x.is_exceeded
    and exists (select from wanted w join products t on t.id = w.product_id and t.tracks_stock)
  limit 1;
  if exceeded is not null then
    raise exception 'too many unpaid holds' using errcode = 'TP002', detail = exceeded::text;
  end if;
end $$;
