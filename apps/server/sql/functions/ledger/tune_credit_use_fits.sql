-- A second check besides the lock of every use: a lot is never used beyond its quantity.
create or replace function tune_credit_use_fits() returns trigger language plpgsql as $$
begin
  perform from tune_credit_lots l where l.id = new.lot_id for update;
  if (select sum(u.units) from tune_credit_uses u where u.lot_id = new.lot_id and u.state in ('held', 'done'))
    > (select l.units from tune_credit_lots l where l.id = new.lot_id)
  then
    raise exception 'lot % has no more credits', new.lot_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
