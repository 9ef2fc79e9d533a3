-- What leaves takes the average cost of what there is, the last piece all that is left; what comes back or is found brings it. What
-- is bought brings what it cost. One product at a time: two at once would both take the same average.
create or replace function cost_stock_movement() returns trigger language plpgsql as $$
declare
  moved integer := new.on_hand_change + new.in_transit_change + new.quarantine_change;
  has record;
  last record;
begin
  if new.reverses is not null then
    select -m.cost_minor, m.cost_currency into new.cost_minor, new.cost_currency
      from stock_movements m where m.id = new.reverses;
    return new;
  end if;
  if new.cost_currency is not null or moved = 0 then return new; end if;
  perform pg_advisory_xact_lock(hashtext('stock-cost'), new.product_id);
  select * into has from stock_value(new.product_id);
  if has.currency is null then return new; end if;
  if has.pieces <= 0 and moved > 0 then
    -- The first to come back after the last one left brings what that one took.
    select m.cost_minor, m.on_hand_change + m.in_transit_change + m.quarantine_change as pieces into last
      from stock_movements m where m.product_id = new.product_id and m.cost_minor <> 0 and m.kind = 'SALE' and m.on_hand_change <> 0
      order by m.id desc limit 1;
    if found then
      new.cost_currency := has.currency;
      new.cost_minor := div(last.cost_minor * moved, last.pieces::numeric)::bigint;
    end if;
  elsif has.pieces > 0 then
    new.cost_currency := has.currency;
    new.cost_minor := case when -moved >= has.pieces then -has.worth else div(has.worth * moved, has.pieces::numeric)::bigint end;
  end if;
  return new;
end $$;
