-- Whether an idempotency key was used for the same transfer. Legs are compared as a set; their order is irrelevant.
create or replace function ledger_same(
  t ledger_transfers, p_phase text, p_kind text, p_subject text, p_hold bigint, p_reverses bigint,
  p_kinds text[], p_owners text[], p_units text[], p_amounts bigint[]
) returns boolean language sql stable as $$
  select t.phase = p_phase and t.kind = p_kind and t.subject = p_subject and t.ends_hold is not distinct from p_hold
    and t.reverses is not distinct from p_reverses
    and (p_amounts is null or (
      select array_agg(concat_ws(' ', u.kind, u.owner, u.unit, u.amount) order by u.kind, u.owner, u.unit, u.amount)
      from unnest(p_kinds, p_owners, p_units, p_amounts) u (kind, owner, unit, amount)
    ) is not distinct from (
      select array_agg(concat_ws(' ', a.kind, a.owner, a.unit, e.amount_minor) order by a.kind, a.owner, a.unit, e.amount_minor)
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = t.id
    ))
$$;
