-- Reserves the lines of an order in one statement: all of them or none, with TP001 and the missing quantities as detail.
-- `wanted` is [{ "product_id": 1, "quantity": 2 }], where a product may occur more than once; `short` has the active shortage
-- switches with their months: { "fz": "2027-03" }. Stock levels are locked in ascending order, which prevents deadlocks.
create or replace function allocate_stock(for_reference text, wanted jsonb, short jsonb default '{}', home_region smallint default null,
  moment timestamptz default now())
returns table (product integer, location integer, quantity integer, back_ordered integer, month text) language plpgsql as $$
declare
  line record;
  place record;
  missing integer;
  lacking jsonb := '[]';
begin
  perform 1 from stock_levels l
    where l.product_id in (select (x ->> 'product_id')::integer from jsonb_array_elements(wanted) x)
    order by l.product_id, l.location_id for update;
  for line in
    select p.id, p.slug, p.back_orders, p.shortage_switch, sum((x ->> 'quantity')::integer)::integer as pieces
    from jsonb_array_elements(wanted) x join products p on p.id = (x ->> 'product_id')::integer
    where p.tracks_stock group by p.id order by p.id
  loop
    missing := line.pieces;
    month := null;
    if line.shortage_switch is not null and short ? line.shortage_switch then
      month := short ->> line.shortage_switch;
    else
      for place in
        select l.location_id as id, l.on_hand - l.allocated - l.reserve as free
        from stock_levels l join stock_locations s on s.id = l.location_id
        where l.product_id = line.id and s.ships and l.on_hand - l.allocated - l.reserve > 0
        -- A single parcel is preferred to two, and a near place to a distant one.
        order by l.on_hand - l.allocated - l.reserve >= line.pieces desc, s.region is not distinct from home_region desc,
          s.position, s.id
      loop
        product := line.id;
        location := place.id;
        quantity := least(missing, place.free);
        back_ordered := 0;
        insert into stock_movements (at, kind, product_id, location_id, allocated_change, reference)
          values (moment, 'ALLOCATE', product, location, quantity, for_reference);
        missing := missing - quantity;
        return next;
        exit when missing = 0;
      end loop;
    end if;
    if missing > 0 then
      if line.back_orders or (line.shortage_switch is not null and short ? line.shortage_switch) then
        product := line.id;
        location := null;
        quantity := 0;
        back_ordered := missing;
        insert into stock_back_orders (reference, product_id, quantity, month, created_at)
          values (for_reference, line.id, missing, allocate_stock.month, moment);
        return next;
      else
        lacking := lacking || jsonb_build_object('slug', line.slug, 'product_id', line.id, 'wanted', line.pieces,
          'available', line.pieces - missing);
      end if;
    end if;
  end loop;
  if lacking <> '[]' then
    raise exception 'not enough in stock' using errcode = 'TP001', detail = lacking::text;
  end if;
end $$;
