-- How long the next attempt at a password or code must wait: none while free attempts are left, then 30 seconds, doubled up to
-- an hour.
create or replace function guess_pause(attempts integer, free integer) returns interval language sql immutable as $$
  select make_interval(secs => case when attempts < free then 0 else least(3600, 30 * power(2, least(attempts - free, 7))) end)
$$;
