-- The pieces of a movement whose cost is not known, signed like the pieces. They are not part of the average cost.
alter table stock_movements add column uncosted_pieces integer not null default 0;

-- Goods that never left at an average of all pieces. Others keep the average they were booked with.
alter table stock_movements disable trigger stock_movements_append_only;
update stock_movements m set uncosted_pieces = m.on_hand_change + m.in_transit_change + m.quarantine_change
  where m.cost_currency is null and m.kind in ('RECEIVE', 'SALE', 'RETURN', 'ADJUST', 'WRITE_OFF', 'TRADE_IN')
    and not exists (select from stock_movements x where x.product_id = m.product_id and x.cost_currency is not null
      and x.on_hand_change + x.in_transit_change + x.quarantine_change < 0);
update stock_movements m set uncosted_pieces = -1
  where m.kind = 'TRADE_IN' and m.cost_minor > 0 and m.on_hand_change + m.in_transit_change + m.quarantine_change = 0
    and exists (select from stock_movements x where x.reference = m.reference and x.product_id = m.product_id and x.uncosted_pieces > 0);
alter table stock_movements enable trigger stock_movements_append_only;

-- Their results and kinds change; the current versions are in sql/functions.
drop function stock_value(integer);
drop trigger stock_movements_cost on stock_movements;
create trigger stock_movements_cost before insert on stock_movements
  for each row when (new.kind in ('RECEIVE', 'SALE', 'RETURN', 'ADJUST', 'WRITE_OFF', 'TRADE_IN')) execute function cost_stock_movement();
