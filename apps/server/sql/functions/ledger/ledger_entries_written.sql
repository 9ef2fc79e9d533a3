-- Entries of a transfer are inserted in one statement; this updates their balances.
create or replace function ledger_entries_written() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  above bigint[];
  below bigint[];
begin
  if exists (
    select from (
      select transfer_id, count(*) as legs, max(leg) as last, bool_or(pending) as some_pending, bool_and(pending) as all_pending,
        min(at) as first_at, max(at) as last_at
      from new_rows group by transfer_id
    ) g left join ledger_transfers t on t.id = g.transfer_id
    where t.id is null or t.leg_count <> g.legs or t.leg_count <> g.last or (t.phase = 'pending') is distinct from g.some_pending
      or g.some_pending is distinct from g.all_pending or g.first_at <> t.at or g.last_at <> t.at
  ) then
    raise exception 'entries must be the whole of a transfer' using errcode = 'check_violation';
  end if;
  with moved as (
    update ledger_balances b
      set posted_minor = b.posted_minor + d.posted, pending_debit_minor = b.pending_debit_minor + d.debit,
        pending_credit_minor = b.pending_credit_minor + d.credit
      from (
        select e.account_id, bool_or(t.beyond_limits) as beyond,
          coalesce(sum(e.amount_minor) filter (where not e.pending), 0)::bigint as posted,
          coalesce(sum(e.amount_minor) filter (where e.pending and e.amount_minor > 0), 0)::bigint as debit,
          coalesce(-sum(e.amount_minor) filter (where e.pending and e.amount_minor < 0), 0)::bigint as credit
        from new_rows e join ledger_transfers t on t.id = e.transfer_id group by e.account_id
      ) d
      where b.account_id = d.account_id
      returning b.account_id, not d.beyond and b.posted_minor + b.pending_debit_minor > b.max_minor as too_high,
        not d.beyond and b.posted_minor - b.pending_credit_minor < b.min_minor as too_low
  )
  select array_agg(m.account_id) filter (where m.too_high), array_agg(m.account_id) filter (where m.too_low) into above, below from moved m;
  -- A second check besides ledger_post: no balance may exceed its limit because of these entries, less the amount of the hold
  -- they end.
  if above is not null or below is not null then
    if exists (
      select from (
        select e.account_id, e.amount_minor, e.pending, 1 as sign from new_rows e
        union all
        select h.account_id, h.amount_minor, true, -1 from ledger_entries h
        where h.transfer_id in (select t.ends_hold from ledger_transfers t where t.id in (select n.transfer_id from new_rows n))
      ) x
      group by x.account_id
      having (x.account_id = any(above) and sum(x.sign * x.amount_minor) filter (where not x.pending or x.amount_minor > 0) > 0)
        or (x.account_id = any(below) and sum(x.sign * x.amount_minor) filter (where not x.pending or x.amount_minor < 0) < 0)
    ) then
      raise exception 'entries carry an account beyond its limit' using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
