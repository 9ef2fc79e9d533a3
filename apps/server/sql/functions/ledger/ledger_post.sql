-- The only way to write a transfer, in one statement: find or open the accounts, lock the balances of parties by id, check the
-- limits including pending amounts, write. An expected refusal is returned, not raised, so the caller's transaction continues.
create or replace function ledger_post(
  p_key text, p_phase text, p_kind text, p_subject text, p_at timestamptz, p_memo text, p_reason text, p_actor integer,
  p_hold bigint, p_expires timestamptz, p_reverses bigint,
  p_rate_from text, p_rate_to text, p_rate numeric, p_rate_at timestamptz, p_beyond boolean, p_detail jsonb,
  p_kinds text[], p_owners text[], p_units text[], p_amounts bigint[],
  out outcome text, out transfer_id bigint, out note jsonb
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t ledger_transfers;
  h ledger_transfers;
  ids bigint[];
  kinds text[] := p_kinds;
  owners text[] := p_owners;
  units text[] := p_units;
  amounts bigint[] := p_amounts;
  parties boolean;
  held_ids bigint[];
  held_amounts bigint[];
  r record;
  legs text;
begin
  select * into t from ledger_transfers x where x.key = p_key;
  if found then
    outcome := case when ledger_same(t, p_phase, p_kind, p_subject, p_hold, p_reverses, p_kinds, p_owners, p_units, p_amounts)
      then 'repeated' else 'key_reused' end;
    transfer_id := t.id;
    return;
  end if;

  if p_hold is not null then
    select * into h from ledger_transfers x where x.id = p_hold and x.phase = 'pending';
    if not found then
      outcome := 'no_hold';
      return;
    end if;
    if p_phase = 'posted' and h.expires_at <= p_at then
      outcome := 'hold_ended';
      note := jsonb_build_object('ended', 'expired');
      return;
    end if;
  end if;

  if p_hold is not null then
    select array_agg(e.account_id order by e.leg), array_agg(e.amount_minor order by e.leg), bool_or(a.party)
      into held_ids, held_amounts, parties
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = p_hold;
  end if;
  if amounts is not null then
    select array_agg(a.id order by u.n), coalesce(parties, false) or bool_or(a.party) into ids, parties
      from unnest(kinds, owners, units) with ordinality u (kind, owner, unit, n)
      left join ledger_accounts a on a.owner = u.owner and a.kind = u.kind and a.unit = u.unit;
    if array_position(ids, null) is not null then
      insert into ledger_accounts (owner, kind, unit, party)
        select distinct u.owner, u.kind, u.unit, k.party
        from unnest(kinds, owners, units) u (kind, owner, unit) join ledger_kinds k on k.kind = u.kind order by 1, 2, 3
        on conflict do nothing;
      select array_agg(a.id order by u.n), coalesce(parties, false) or bool_or(a.party) into ids, parties
        from unnest(kinds, owners, units) with ordinality u (kind, owner, unit, n)
        left join ledger_accounts a on a.owner = u.owner and a.kind = u.kind and a.unit = u.unit;
    end if;
  elsif p_phase = 'posted' then
    ids := held_ids;
    amounts := held_amounts;
    select array_agg(a.kind order by u.n), array_agg(a.owner order by u.n), array_agg(a.unit order by u.n) into kinds, owners, units
      from unnest(ids) with ordinality u (id, n) join ledger_accounts a on a.id = u.id;
  end if;

  if parties then
    for r in
      select b.*, d.posted, d.debit, d.credit
      from (
        -- The legs of this transfer, then those of the hold it ends, which release its amount.
        select u.id, coalesce(sum(u.amount) filter (where p_phase = 'posted' and u.n <= coalesce(cardinality(ids), 0)), 0)::bigint as posted,
          sum(case when u.amount < 0 then 0 when u.n > coalesce(cardinality(ids), 0) then -u.amount when p_phase = 'pending' then u.amount else 0 end)::bigint as debit,
          sum(case when u.amount > 0 then 0 when u.n > coalesce(cardinality(ids), 0) then u.amount when p_phase = 'pending' then -u.amount else 0 end)::bigint as credit
        from unnest(ids || held_ids, amounts || held_amounts) with ordinality u (id, amount, n) group by u.id
      ) d join ledger_balances b on b.account_id = d.id
      order by b.account_id for update of b
    loop
      if not p_beyond and (
        (r.posted + r.debit > 0 and r.posted_minor + r.pending_debit_minor + r.posted + r.debit > r.max_minor)
        or (r.posted - r.credit < 0 and r.posted_minor - r.pending_credit_minor + r.posted - r.credit < r.min_minor)
      ) then
        outcome := 'limit';
        select jsonb_build_object('kind', a.kind, 'owner', a.owner, 'unit', a.unit, 'posted', r.posted_minor::text,
            'pendingDebit', r.pending_debit_minor::text, 'pendingCredit', r.pending_credit_minor::text,
            'min', r.min_minor::text, 'max', r.max_minor::text, 'wanted', (r.posted + r.debit - r.credit)::text)
          into note from ledger_accounts a where a.id = r.account_id;
        exit;
      end if;
    end loop;
  end if;

  if p_hold is not null then
    select x.* into t from ledger_transfers x where x.ends_hold = p_hold;
    if found and t.key <> p_key then
      outcome := 'hold_ended';
      note := jsonb_build_object('ended', t.phase, 'transfer', t.id::text);
      return;
    end if;
  end if;
  if outcome = 'limit' then
    -- The transfer that used up the limit while this one waited may be the one with the same key.
    select * into t from ledger_transfers x where x.key = p_key;
    if found then
      outcome := case when ledger_same(t, p_phase, p_kind, p_subject, p_hold, p_reverses, p_kinds, p_owners, p_units, p_amounts)
        then 'repeated' else 'key_reused' end;
      transfer_id := t.id;
      note := null;
    end if;
    return;
  end if;

  -- The transaction id before the transfer id: the seal relies on this order.
  perform pg_current_xact_id();
  t.id := nextval('ledger_transfer_ids');
  t.key := p_key;
  t.phase := p_phase;
  t.kind := p_kind;
  t.subject := p_subject;
  t.at := p_at;
  t.recorded_at := clock_timestamp();
  t.memo := p_memo;
  t.reason := p_reason;
  t.actor_id := p_actor;
  t.ends_hold := p_hold;
  t.expires_at := p_expires;
  t.reverses := p_reverses;
  t.rate_from := p_rate_from;
  t.rate_to := p_rate_to;
  t.rate := p_rate;
  t.rate_at := p_rate_at;
  t.beyond_limits := p_beyond;
  t.detail := p_detail;
  t.leg_count := coalesce(cardinality(ids), 0);
  select string_agg(u.n || ' ' || u.kind || ' ' || u.owner || ' ' || u.unit || ' ' || u.amount, E'\n' order by u.n) into legs
    from unnest(kinds, owners, units, amounts) with ordinality u (kind, owner, unit, amount, n);
  t.hash := ledger_content_hash(t, legs);
  insert into ledger_transfers values (t.*) on conflict do nothing;
  if not found then
    select * into t from ledger_transfers x where x.key = p_key;
    if found then
      outcome := case when ledger_same(t, p_phase, p_kind, p_subject, p_hold, p_reverses, p_kinds, p_owners, p_units, p_amounts)
        then 'repeated' else 'key_reused' end;
      transfer_id := t.id;
      return;
    end if;
    select * into t from ledger_transfers x where x.ends_hold = p_hold;
    outcome := 'hold_ended';
    note := jsonb_build_object('ended', t.phase, 'transfer', t.id::text);
    return;
  end if;
  if ids is not null then
    insert into ledger_entries (transfer_id, leg, account_id, amount_minor, pending, at)
      select t.id, u.n, u.account_id, u.amount, p_phase = 'pending', p_at
      from unnest(ids, amounts) with ordinality u (account_id, amount, n);
  end if;
  outcome := 'written';
  transfer_id := t.id;
end $$;
