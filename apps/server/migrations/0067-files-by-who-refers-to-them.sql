-- A file goes once nothing refers to it, which the database looks up in each of these tables.
create index uploads_file on uploads (file_id) where file_id is not null;
create index tune_request_files_file on tune_request_files (file_id);
create index graphs_file on graphs (file_id);
create index graphs_packed_file on graphs (packed_file_id) where packed_file_id is not null;
create index dyno_csvs_file on dyno_csvs (file_id) where file_id is not null;
create index makes_logo_file on makes (logo_file_id) where logo_file_id is not null;
create index vehicle_imports_stored_file on vehicle_imports (file_id) where file_id is not null;
