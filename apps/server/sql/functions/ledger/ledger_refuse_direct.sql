-- The ledger cannot be changed directly. No role, the owner included, has the privilege; this trigger also stops superusers.
create or replace function ledger_refuse_direct() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') or pg_trigger_depth() < 2 then
    raise exception '% follows from the journal and is not changed by hand', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
