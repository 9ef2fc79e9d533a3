-- How often a password or code was tried, by what the tries have in common (an account, an account and an address, a known device).
-- After `free` tries each further one has to wait twice as long as the one before, up to an hour; a day without tries forgets them.
create table guess_limits (
  key text primary key,
  attempts integer not null,
  blocked_until timestamptz not null,
  expires_at timestamptz not null
);

create function guess_pause(attempts integer, free integer) returns interval language sql immutable as $$
  select make_interval(secs => case when attempts < free then 0 else least(3600, 30 * power(2, least(attempts - free, 7))) end)
$$;

-- Counts a try before it is judged, so that tries at the same moment cannot pass together. Answers 0, or the seconds to wait.
create function take_guess(wanted text, free integer) returns integer language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  blocked timestamptz;
begin
  insert into guess_limits as known (key, attempts, blocked_until, expires_at)
    values (wanted, 1, moment + guess_pause(1, free), moment + interval '1 day')
    on conflict (key) do update
      set attempts = case when known.expires_at <= moment then 1 else known.attempts + 1 end,
        blocked_until = moment + guess_pause(case when known.expires_at <= moment then 1 else known.attempts + 1 end, free),
        expires_at = excluded.expires_at
      where known.blocked_until <= moment;
  if found then
    return 0;
  end if;
  select blocked_until into blocked from guess_limits where key = wanted;
  return greatest(1, ceil(extract(epoch from blocked - moment))::integer);
end $$;

-- Logins and refusals come with every visit, so they are kept for half a year. All other audit events stay as they are, for ever.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.act in ('identity.log-in', 'identity.fail-login', 'identity.refuse-access')
    and old.at < now() - interval '180 days' then
    return old;
  end if;
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
