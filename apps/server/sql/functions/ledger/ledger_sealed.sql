-- A new seal must continue the newest one; the head then points to it.
create or replace function ledger_sealed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ledger_head set no = new.no, hash = new.hash where no = new.no - 1 and hash = new.previous_hash;
  if not found then
    raise exception 'seal % does not follow the last one', new.no using errcode = 'check_violation';
  end if;
  return null;
end $$;
