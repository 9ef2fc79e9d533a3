-- Limits are journal entries: the trigger on transfers copies them to the balance.
create or replace function ledger_set_limit(
  p_kind text, p_owner text, p_unit text, p_set_min boolean, p_min bigint, p_set_max boolean, p_max bigint,
  p_at timestamptz, p_reason text, p_actor integer
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  b ledger_balances;
  written record;
begin
  insert into ledger_accounts (owner, kind, unit, party) select p_owner, p_kind, p_unit, k.party from ledger_kinds k
    where k.kind = p_kind and not exists (select from ledger_accounts a where a.owner = p_owner and a.kind = p_kind and a.unit = p_unit)
    on conflict do nothing;
  select x.* into strict b from ledger_balances x join ledger_accounts a on a.id = x.account_id
    where a.owner = p_owner and a.kind = p_kind and a.unit = p_unit for update of x;
  select * into written from ledger_post('limit:' || gen_random_uuid(), 'limit', 'account.limit', 'account:' || b.account_id, p_at, null,
    p_reason, p_actor, null, null, null, null, null, null, null, false,
    jsonb_build_object('account', b.account_id, 'min', case when p_set_min then p_min else b.min_minor end,
      'max', case when p_set_max then p_max else b.max_minor end),
    null, null, null, null);
  return written.transfer_id;
end $$;
