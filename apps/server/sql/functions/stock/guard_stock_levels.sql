-- Quantities change only through movements, so that their sum always explains them.
create or replace function guard_stock_levels() returns trigger language plpgsql as $$
begin
  -- Depth 1 means that the change was not made by a stock movement.
  if pg_trigger_depth() < 2 and (tg_op <> 'UPDATE'
    or (new.on_hand, new.allocated, new.in_transit, new.quarantine) <> (old.on_hand, old.allocated, old.in_transit, old.quarantine))
    and not (tg_op = 'INSERT' and (new.on_hand, new.allocated, new.in_transit, new.quarantine) = (0, 0, 0, 0))
  then
    raise exception 'stock changes by movements only' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
