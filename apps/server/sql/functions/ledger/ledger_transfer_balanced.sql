-- Checked at commit: a transfer has all its legs, they sum to zero in every unit, and they match its hash.
create or replace function ledger_transfer_balanced() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_legs integer;
  uneven text;
  legs text;
begin
  select count(*), min(x.unit) filter (where x.total <> 0),
      string_agg(x.leg || ' ' || x.kind || ' ' || x.owner || ' ' || x.unit || ' ' || x.amount_minor, E'\n' order by x.leg)
    into found_legs, uneven, legs
    from (
      select e.leg, e.amount_minor, a.kind, a.owner, a.unit, sum(e.amount_minor) over (partition by a.unit) as total
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = new.id
    ) x;
  if uneven is not null then
    raise exception 'transfer % does not sum to zero in %', new.id, uneven using errcode = 'check_violation';
  end if;
  if found_legs <> new.leg_count then
    raise exception 'transfer % has % legs instead of %', new.id, found_legs, new.leg_count using errcode = 'check_violation';
  end if;
  if new.hash is distinct from ledger_content_hash(new, legs) then
    raise exception 'transfer % is not what its hash says', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
