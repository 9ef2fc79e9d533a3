-- Copies of a person's data, made at their request. The file is removed when the copy expires.
create table data_exports (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'expired')),
  parts_done integer not null default 0,
  parts_total integer not null default 0,
  file_id uuid references stored_files on delete set null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create unique index data_exports_open on data_exports (user_id) where state in ('queued', 'running');
create index data_exports_user on data_exports (user_id, id);
create index data_exports_expiry on data_exports (expires_at) where state = 'ready';
create index data_exports_file on data_exports (file_id) where file_id is not null;
