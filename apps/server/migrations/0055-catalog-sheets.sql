-- Records of one kind as a file that was sent back: compared first, looked at, and only then stored.
create table catalog_sheets (
  id integer generated always as identity primary key,
  kind text not null,
  file_name text not null,
  file_id uuid references stored_files on delete set null,
  state text not null default 'checking' check (state in ('checking', 'checked', 'running', 'done', 'failed')),
  rows_done integer not null default 0,
  rows_total integer not null default 0,
  report jsonb,
  problem text,
  started_by integer references users on delete set null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index catalog_sheets_file on catalog_sheets (file_id);
