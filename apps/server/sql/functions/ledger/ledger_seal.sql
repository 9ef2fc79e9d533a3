-- Adds the transfers committed since the last seal to the chain as a new block. Postings never wait for it.
create or replace function ledger_seal(most integer default 50000) returns bigint
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
  -- A transaction id below the last horizon belongs to a transaction that began before it. Once all of those have ended, or come
  -- from another cluster (a restored dump), no further transfer below it can appear.
  s.settled_below := case
    when last.no is null then 1
    when last.horizon_xact <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      or last.horizon_xact > pg_snapshot_xmax(pg_current_snapshot())::text::bigint then last.horizon_id + 1
    else last.settled_below end;
  select case when q.is_called then q.last_value else q.last_value - 1 end into s.horizon_id from ledger_transfer_ids q;
  -- This transaction's own id, assigned only now: every transaction with an earlier transfer id has a smaller one.
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
  -- A block that could not include all transfers does not advance the horizon.
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
