-- What shop pages say about stock changes when the last one goes or the first one comes, not with each order: only then the kept
-- answers are made anew. At the commit, so that nobody waits for this row while an order is being written.
create or replace function tell_store() returns trigger language plpgsql as $$
begin
  insert into area_versions (area) values ('store') on conflict (area) do update set version = area_versions.version + 1;
  perform pg_notify('area_versions', 'store');
  return null;
end $$;
