-- One double-entry book for money in every currency and for tune credits. Amounts are signed: debit above zero, credit below.
-- The journal (transfers and entries) is written once; balances, holds and limits are only what follows from it, kept by its triggers.

create table ledger_kinds (
  kind text primary key,
  -- A party account has one running balance with limits; a house account has none, or every sale would queue on its row.
  party boolean not null,
  -- Where a new party account stops, in minor units; null is nowhere.
  min_minor bigint,
  max_minor bigint
);
insert into ledger_kinds (kind, party, min_minor, max_minor) values
  ('cash', false, null, null), ('rev', false, null, null), ('rev.fee', false, null, null), ('rev.rent', false, null, null),
  ('rev.breakage', false, null, null), ('rev.shipping', false, null, null), ('rev.service', false, null, null), ('tax', false, null, null),
  ('defer.goods', false, null, null), ('defer.work', false, null, null), ('defer.credits', false, null, null),
  ('cost.comm', false, null, null), ('goodwill', false, null, null), ('vt.clear', false, null, null), ('fx', false, null, null),
  ('stock', false, null, null), ('cogs', false, null, null), ('payable', false, null, null), ('loss', false, null, null),
  ('difference', false, null, null), ('dispute.hold', false, null, null), ('credits.issued', false, null, null),
  ('ar', true, null, 0), ('prepay', true, null, 0), ('deposit', true, null, 0), ('earn.hold', true, null, 0),
  ('earn.avail', true, null, 0), ('transit', true, null, 0), ('credits', true, null, 0);

create table ledger_accounts (
  id bigint generated always as identity primary key,
  kind text not null references ledger_kinds,
  owner text not null check (owner ~ '^(house|[a-z]+:[1-9][0-9]*)$'),
  unit text not null check (unit ~ '^([A-Z]{3}|cr\.(ecu|tcu|awd|universal))$'),
  party boolean not null,
  unique (owner, kind, unit)
);

create table ledger_balances (
  account_id bigint primary key,
  posted_minor bigint not null default 0,
  -- What open holds may still add on either side. Both are at or above zero.
  pending_debit_minor bigint not null default 0 check (pending_debit_minor >= 0),
  pending_credit_minor bigint not null default 0 check (pending_credit_minor >= 0),
  -- Judged with what is pending at every posting. A balance may stand beyond them when a limit was lowered under it or a posting
  -- was allowed past; then postings only bring it nearer.
  min_minor bigint,
  max_minor bigint
);

create sequence ledger_transfer_ids;
create table ledger_transfers (
  id bigint primary key default nextval('ledger_transfer_ids'),
  key text not null unique check (length(key) between 1 and 200),
  -- posted moves value; pending is a hold; voided and expired end a hold without value; limit sets the limits of an account.
  phase text not null check (phase in ('posted', 'pending', 'voided', 'expired', 'limit')),
  kind text not null check (kind ~ '^[a-z][a-z0-9._-]{0,79}$'),
  subject text not null check (length(subject) between 1 and 200),
  at timestamptz not null,
  recorded_at timestamptz not null,
  memo text,
  reason text,
  actor_id integer,
  ends_hold bigint unique,
  expires_at timestamptz,
  reverses bigint,
  rate_from text,
  rate_to text,
  rate numeric check (rate > 0),
  rate_at timestamptz,
  beyond_limits boolean not null,
  detail jsonb not null,
  leg_count smallint not null check (leg_count between 0 and 200),
  hash bytea not null,
  check ((phase = 'pending') = (expires_at is not null)),
  check (phase not in ('voided', 'expired') or ends_hold is not null),
  check (phase not in ('pending', 'limit') or ends_hold is null),
  check ((leg_count > 0) = (phase in ('posted', 'pending'))),
  check (num_nulls(rate_from, rate_to, rate, rate_at) in (0, 4))
);
create index ledger_transfers_subject on ledger_transfers (subject, id);
create index ledger_transfers_reverses on ledger_transfers (reverses) where reverses is not null;
create index ledger_transfers_holds on ledger_transfers (expires_at) where phase = 'pending';

-- No foreign key to transfers: its check would need the very right to update them that is taken away below.
create table ledger_entries (
  transfer_id bigint not null,
  leg smallint not null check (leg >= 1),
  account_id bigint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  pending boolean not null,
  at timestamptz not null,
  primary key (transfer_id, leg)
);
create index ledger_entries_account on ledger_entries (account_id, at, transfer_id, leg) include (amount_minor, pending);

create table ledger_seals (
  no bigint primary key check (no >= 1),
  sealed_at timestamptz not null,
  -- The transfers of this block. A transfer that was still open at an earlier seal is found in a later one.
  ids int8multirange not null,
  transfer_count integer not null,
  -- No transfer below this number can appear any more.
  settled_below bigint not null,
  -- Numbers given out so far, and a transaction that began after them.
  horizon_id bigint not null,
  horizon_xact bigint not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index ledger_seals_upper on ledger_seals (upper(ids));
-- The newest seal once more, so that a removed last block is missed.
create table ledger_head (
  one boolean primary key default true check (one),
  no bigint not null,
  hash bytea not null
);
insert into ledger_head (no, hash) values (0, sha256(''));

-- What a transfer is, as one hash: all its columns and its legs, one a line. Times in UTC, or their text would depend on the session.
create function ledger_content_hash(t ledger_transfers, legs text) returns bytea language plpgsql immutable as $$
begin
  return sha256(convert_to(jsonb_build_array(
    t.id, t.key, t.phase, t.kind, t.subject, t.at at time zone 'UTC', t.recorded_at at time zone 'UTC', t.memo, t.reason, t.actor_id,
    t.ends_hold, t.expires_at at time zone 'UTC', t.reverses, t.rate_from, t.rate_to, t.rate, t.rate_at at time zone 'UTC',
    t.beyond_limits, t.detail, t.leg_count, legs)::text, 'UTF8'));
end $$;

create function ledger_seal_hash(s ledger_seals, transfer_hashes bytea) returns bytea language plpgsql immutable as $$
begin
  return sha256(s.previous_hash || convert_to(jsonb_build_array(
    s.no, s.sealed_at at time zone 'UTC', s.ids::text, s.transfer_count, s.settled_below, s.horizon_id, s.horizon_xact)::text, 'UTF8')
    || sha256(transfer_hashes));
end $$;

create function ledger_account_opened() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.party and new.owner = 'house' then
    raise exception 'an account of kind % belongs to a party, not to the house', new.kind using errcode = 'check_violation';
  end if;
  insert into ledger_balances (account_id, min_minor, max_minor)
    select new.id, k.min_minor, k.max_minor from ledger_kinds k where k.kind = new.kind and new.party;
  return null;
end $$;
create trigger ledger_accounts_opened after insert on ledger_accounts for each row execute function ledger_account_opened();

-- The end of a hold gives back what it kept; a limit is written where postings look for it.
create function ledger_transfer_written() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.ends_hold is not null then
    if not exists (select from ledger_transfers h where h.id = new.ends_hold and h.phase = 'pending') then
      raise exception 'transfer % ends a hold that is none', new.id using errcode = 'foreign_key_violation';
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
create trigger ledger_transfers_written after insert on ledger_transfers for each row
  when (new.ends_hold is not null or new.phase = 'limit') execute function ledger_transfer_written();

-- Entries come as whole transfers in one statement, and move the balances they belong to.
create function ledger_entries_written() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  -- The second wall behind the judgement of ledger_post: who stands beyond a limit was not carried further by these entries,
  -- less what the hold they end had kept.
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
create trigger ledger_entries_written after insert on ledger_entries referencing new table as new_rows
  for each statement execute function ledger_entries_written();

-- Judged at commit: the legs of a transfer are all there, sum to zero in every unit, and are what its hash says.
create function ledger_transfer_balanced() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create constraint trigger ledger_transfers_balanced after insert on ledger_transfers
  deferrable initially deferred for each row execute function ledger_transfer_balanced();

-- Whether a key was used for this very transfer. Legs are compared as a set: their order says nothing.
create function ledger_same(
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

-- The one way to write a transfer, in one statement: find or open the accounts, lock party balances by number, judge the
-- limits with what is pending, write. An expected no is an answer, not an error, so the caller's transaction goes on.
create function ledger_post(
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
        -- The legs of this transfer, and behind them those of the hold it ends, which give back what they kept.
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
    -- The one that used the key first may have been the one that used the limit up while this one waited for its turn.
    select * into t from ledger_transfers x where x.key = p_key;
    if found then
      outcome := case when ledger_same(t, p_phase, p_kind, p_subject, p_hold, p_reverses, p_kinds, p_owners, p_units, p_amounts)
        then 'repeated' else 'key_reused' end;
      transfer_id := t.id;
      note := null;
    end if;
    return;
  end if;

  -- First the transaction's number, then the transfer's: a seal relies on this order.
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

-- Limits are part of the journal: the trigger on transfers carries them to the balance.
create function ledger_set_limit(
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

-- Puts what was committed since the last seal into the next block of the chain. Postings never wait for it.
create function ledger_seal(most integer default 50000) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last ledger_seals;
  s ledger_seals;
  hashes bytea;
  done int8multirange;
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'a seal is made in a transaction of its own' using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock(7403967);
  select * into last from ledger_seals order by no desc limit 1;
  s.no := coalesce(last.no, 0) + 1;
  s.previous_hash := coalesce(last.hash, sha256(''));
  -- A number below the last horizon belongs to a transaction that began before it. Once all of those are over, or come from
  -- another cluster (a restored dump), nothing below it can appear any more.
  s.settled_below := case
    when last.no is null then 1
    when last.horizon_xact <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      or last.horizon_xact > pg_snapshot_xmax(pg_current_snapshot())::text::bigint then last.horizon_id + 1
    else last.settled_below end;
  select case when q.is_called then q.last_value else q.last_value - 1 end into s.horizon_id from ledger_transfer_ids q;
  -- This transaction's own number, given out only now: whoever holds a transfer's number from before has a smaller one.
  s.horizon_xact := pg_current_xact_id()::text::bigint;
  select coalesce(range_agg(b.ids), '{}') into done from ledger_seals b where upper(b.ids) > coalesce(last.settled_below, 1);
  select range_agg(int8range(f.id, f.id, '[]')), count(*), string_agg(f.hash, ''::bytea order by f.id)
    into s.ids, s.transfer_count, hashes
    from (
      select x.id, x.hash from ledger_transfers x
      where x.id >= coalesce(last.settled_below, 1) and not x.id <@ done
      order by x.id limit most
    ) f;
  if s.transfer_count = 0 and s.settled_below is not distinct from coalesce(last.settled_below, 1) then
    return null;
  end if;
  s.ids := coalesce(s.ids, '{}'::int8multirange);
  -- A block that could not take all says nothing new about what is settled.
  if s.transfer_count = most then
    s.settled_below := coalesce(last.settled_below, 1);
    s.horizon_id := coalesce(last.horizon_id, 0);
    s.horizon_xact := coalesce(last.horizon_xact, s.horizon_xact);
  end if;
  s.sealed_at := clock_timestamp();
  s.hash := ledger_seal_hash(s, coalesce(hashes, ''::bytea));
  insert into ledger_seals values (s.*);
  return s.no;
end $$;

create function ledger_sealed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ledger_head set no = new.no, hash = new.hash where no = new.no - 1 and hash = new.previous_hash;
  if not found then
    raise exception 'seal % does not follow the last one', new.no using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_seals_sealed after insert on ledger_seals for each row execute function ledger_sealed();

-- Two walls. The first: nobody, the owner included, has the right. The second, for whoever has every right: a trigger.
create function ledger_refuse_direct() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') or pg_trigger_depth() < 2 then
    raise exception '% follows from the journal and is not changed by hand', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_balances_derived before insert or update or delete on ledger_balances
  for each row execute function ledger_refuse_direct();
create trigger ledger_balances_no_truncate before truncate on ledger_balances for each statement execute function ledger_refuse_direct();
create trigger ledger_head_derived before insert or update or delete on ledger_head for each row execute function ledger_refuse_direct();
create trigger ledger_head_no_truncate before truncate on ledger_head for each statement execute function ledger_refuse_direct();
revoke delete, truncate on ledger_balances, ledger_head from public, current_user;

do $$
declare
  name text;
begin
  foreach name in array array['ledger_accounts', 'ledger_transfers', 'ledger_entries', 'ledger_seals'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s for each row execute function refuse_change()', name);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s for each statement execute function refuse_change()', name);
    execute format('revoke update, delete, truncate on %s from public, current_user', name);
  end loop;
end $$;
