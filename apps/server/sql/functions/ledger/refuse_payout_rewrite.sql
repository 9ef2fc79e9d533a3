-- Owner, amount and run of a payout never change after it was made.
create or replace function refuse_payout_rewrite() returns trigger language plpgsql as $$
begin
  if (new.owner, new.currency, new.amount_minor, new.run_id, new.made_at)
    is distinct from (old.owner, old.currency, old.amount_minor, old.run_id, old.made_at)
  then
    raise exception 'the sum of a payout is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
