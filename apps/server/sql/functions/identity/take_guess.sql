-- The time is read after the row is locked. Otherwise an attempt that waited for another one would compare with an outdated time and
-- be refused although attempts were left.
create or replace function take_guess(wanted text, free integer) returns integer language plpgsql as $$
declare
  blocked timestamptz;
begin
  insert into guess_limits as known (key, attempts, blocked_until, expires_at)
    values (wanted, 1, clock_timestamp() + guess_pause(1, free), clock_timestamp() + interval '1 day')
    on conflict (key) do update
      set attempts = case when known.expires_at <= clock_timestamp() then 1 else known.attempts + 1 end,
        blocked_until = clock_timestamp()
          + guess_pause(case when known.expires_at <= clock_timestamp() then 1 else known.attempts + 1 end, free),
        expires_at = excluded.expires_at
      where known.blocked_until <= clock_timestamp();
  if found then
    return 0;
  end if;
  select blocked_until into blocked from guess_limits where key = wanted;
  return greatest(1, ceil(extract(epoch from blocked - clock_timestamp()))::integer);
end $$;
