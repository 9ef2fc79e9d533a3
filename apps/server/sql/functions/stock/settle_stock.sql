-- Ends the reservations of an order: 'SALE' when it ships, 'RELEASE' when it is cancelled. `wanted` limits it to these products and
-- quantities; null means all open reservations. A repeated call finds none and does nothing.
create or replace function settle_stock(for_reference text, how text, wanted jsonb default null, who integer default null,
  moment timestamptz default now())
returns table (product integer, location integer, quantity integer) language plpgsql as $$
begin
  if how not in ('SALE', 'RELEASE') then raise exception 'settle_stock knows SALE and RELEASE, not %', how; end if;
  perform 1 from stock_levels l
    where (l.product_id, l.location_id) in (select m.product_id, m.location_id from stock_movements m where m.reference = for_reference)
    order by l.product_id, l.location_id for update;
  for product, location, quantity in
    with held as (
      select m.product_id, m.location_id, sum(m.allocated_change)::integer as pieces from stock_movements m
      where m.reference = for_reference group by m.product_id, m.location_id having sum(m.allocated_change) > 0
    ), asked as (
      select (x ->> 'product_id')::integer as product_id, sum((x ->> 'quantity')::integer)::integer as pieces
      from jsonb_array_elements(wanted) x group by 1
    ), taken as (
      select h.product_id, h.location_id, case when wanted is null then h.pieces
        else least(h.pieces, coalesce(a.pieces, 0) - (sum(h.pieces) over (partition by h.product_id order by h.location_id) - h.pieces))::integer
        end as pieces
      from held h left join asked a using (product_id)
    )
    select t.product_id, t.location_id, t.pieces from taken t where t.pieces > 0 order by t.product_id, t.location_id
  loop
    insert into stock_movements (at, kind, product_id, location_id, on_hand_change, allocated_change, reference, actor_id)
      values (moment, how, product, location, case how when 'SALE' then -quantity else 0 end, -quantity, for_reference, who);
    return next;
  end loop;
  if how = 'RELEASE' and wanted is null then
    update stock_back_orders b set cancelled_at = moment
      where b.reference = for_reference and b.filled_at is null and b.cancelled_at is null;
  end if;
end $$;
