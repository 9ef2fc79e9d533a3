-- How much an uploaded log takes and, for those without an account, which network it came from: both count towards quotas.
alter table graphs
  add column stored_bytes bigint not null default 0,
  add column uploaded_from text;
update graphs set stored_bytes =
  (select coalesce(sum(size_bytes), 0) from stored_files where id in (graphs.file_id, graphs.packed_file_id));
create index graphs_anonymous on graphs (created_at, id) include (stored_bytes) where uploaded_by is null;
create index graphs_uploaded_from on graphs (uploaded_from) include (stored_bytes) where uploaded_from is not null;
