-- Shop pages show stock changes only when the last piece is sold or the first one arrives, so cached responses are invalidated only
-- then. This runs at commit, so that concurrent orders do not wait for the row.
create or replace function publish_store_change() returns trigger language plpgsql as $$
begin
  insert into area_versions (area) values ('store') on conflict (area) do update set version = area_versions.version + 1;
  perform pg_notify('area_versions', 'store');
  return null;
end $$;
