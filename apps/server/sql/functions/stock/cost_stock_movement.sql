-- Costs a stock movement. Outgoing pieces have the average cost of the pieces with a known cost, the last one the whole remainder;
-- returned or found pieces bring it back. Bought pieces have their purchase price. Pieces with a known cost leave first. The product
-- is locked, because concurrent movements would use the same average.
create or replace function cost_stock_movement() returns trigger language plpgsql as $$
declare
  moved integer := new.on_hand_change + new.in_transit_change + new.quarantine_change;
  has record;
  last record;
begin
  if new.reverses is not null then
    select -m.cost_minor, m.cost_currency, -m.uncosted_pieces into new.cost_minor, new.cost_currency, new.uncosted_pieces
      from stock_movements m where m.id = new.reverses;
    return new;
  end if;
  if new.kind <> 'TRADE_IN' and (new.cost_currency is not null or moved = 0) then return new; end if;
  perform pg_advisory_xact_lock(hashtext('stock-cost'), new.product_id);
  select * into has from stock_value(new.product_id);
  if new.kind = 'TRADE_IN' then
    -- Its value is entered once the customer was credited.
    new.uncosted_pieces := case when new.cost_currency is null then moved when moved = 0 and has.pieces > has.known then -1 else 0 end;
    return new;
  end if;
  if has.currency is null then
    new.uncosted_pieces := moved;
  elsif moved > 0 and has.known = 0 then
    -- The first piece that returns after stock ran out has the cost of the last one that left.
    select m.cost_minor, m.on_hand_change + m.in_transit_change + m.quarantine_change - m.uncosted_pieces as pieces into last
      from stock_movements m where m.product_id = new.product_id and m.cost_minor <> 0 and m.kind = 'SALE' and m.on_hand_change <> 0
      order by m.id desc limit 1;
    if found then
      new.cost_currency := has.currency;
      new.cost_minor := div(last.cost_minor * moved, last.pieces::numeric)::bigint;
    elsif has.pieces > 0 then
      new.uncosted_pieces := moved;
    end if;
  elsif moved > 0 or -moved < has.known then
    new.cost_currency := has.currency;
    new.cost_minor := div(has.worth * moved, has.known::numeric)::bigint;
  elsif has.pieces > 0 then
    if has.known > 0 then
      new.cost_currency := has.currency;
      new.cost_minor := -has.worth;
    end if;
    new.uncosted_pieces := -least(-moved - has.known, has.pieces - has.known);
  end if;
  return new;
end $$;
