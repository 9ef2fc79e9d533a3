-- Logs that somebody uploaded to look at. Whoever has the link reads one, until it expires; whoever uploaded it may end that earlier.
create table graphs (
  -- 128 random bits: the link itself.
  id text primary key check (length(id) = 22),
  -- The uploader's own secret, hashed: changes the expiry and deletes.
  manage_hash bytea not null check (length(manage_hash) = 32),
  uploaded_by integer references users on delete set null,
  name text not null,
  format text not null,
  row_count integer not null check (row_count >= 0),
  duration_s double precision not null,
  -- What a list shows without opening the samples: names, labels, units.
  channels jsonb not null,
  notes jsonb not null,
  time_base text not null check (time_base in ('seconds', 'rows')),
  file_id uuid not null references stored_files,
  packed_file_id uuid not null references stored_files,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index graphs_expires on graphs (expires_at);
create index graphs_uploaded_by on graphs (uploaded_by, created_at desc) where uploaded_by is not null;
