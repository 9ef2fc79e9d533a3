-- Counts one call against a rate limit. Returns 0 if it is allowed, otherwise the seconds until the next one is.
create or replace function take_permit(wanted text, allowed integer, span interval) returns integer language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  recent timestamptz[];
begin
  insert into rate_limits as known (key, hits, expires_at) values (wanted, array[moment], moment + span)
    on conflict (key) do update
      set hits = array(select hit from unnest(known.hits) hit where hit > moment - span order by hit) || moment,
        expires_at = excluded.expires_at
      where (select count(*) from unnest(known.hits) hit where hit > moment - span) < allowed;
  if found then
    return 0;
  end if;
  select array(select hit from unnest(hits) hit where hit > moment - span order by hit) into recent
    from rate_limits where key = wanted;
  return greatest(1, ceil(extract(epoch from recent[cardinality(recent) - allowed + 1] + span - moment))::integer);
end $$;
