-- A transfer that ends a hold releases its amount. A transfer that sets a limit copies it to the balance, where postings read it.
create or replace function ledger_transfer_written() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.ends_hold is not null then
    if not exists (select from ledger_transfers h where h.id = new.ends_hold and h.phase = 'pending') then
      raise exception 'transfer % ends a hold that does not exist', new.id using errcode = 'foreign_key_violation';
    end if;
    update ledger_balances b
      set pending_debit_minor = b.pending_debit_minor - held.debit, pending_credit_minor = b.pending_credit_minor - held.credit
      from (
        select e.account_id, coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0) as debit,
          coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0) as credit
        from ledger_entries e where e.transfer_id = new.ends_hold group by e.account_id
      ) held
      where b.account_id = held.account_id;
  end if;
  if new.phase = 'limit' then
    update ledger_balances b
      set min_minor = (new.detail ->> 'min')::bigint, max_minor = (new.detail ->> 'max')::bigint
      where b.account_id = (new.detail ->> 'account')::bigint;
    if not found then
      raise exception 'a limit needs a party account' using errcode = 'foreign_key_violation';
    end if;
  end if;
  return null;
end $$;
