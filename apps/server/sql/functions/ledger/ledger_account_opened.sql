-- An account of a party gets its row of balances with the default limits of its kind.
create or replace function ledger_account_opened() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.party and new.owner = 'house' then
    raise exception 'an account of kind % belongs to a party, not to the house', new.kind using errcode = 'check_violation';
  end if;
  insert into ledger_balances (account_id, min_minor, max_minor)
    select new.id, k.min_minor, k.max_minor from ledger_kinds k where k.kind = new.kind and new.party;
  return null;
end $$;
