-- Adds a movement to the quantities of its product at its location.
create or replace function apply_stock_movement() returns trigger language plpgsql as $$
begin
  loop
    update stock_levels set on_hand = on_hand + new.on_hand_change, allocated = allocated + new.allocated_change,
      in_transit = in_transit + new.in_transit_change, quarantine = quarantine + new.quarantine_change
      where product_id = new.product_id and location_id = new.location_id;
    exit when found;
    insert into stock_levels (product_id, location_id) values (new.product_id, new.location_id) on conflict do nothing;
  end loop;
  return null;
end $$;
