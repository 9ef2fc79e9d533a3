-- A file on its way to us, in pieces, until a tune request takes it. Nothing of it is a stored file before the last byte is checked.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  name text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- How much is safe: what came after the last count is asked for again.
  offset_bytes bigint not null default 0 check (offset_bytes between 0 and size_bytes),
  purpose text not null check (purpose in ('tune', 'immo')),
  mode text not null check (mode in ('automatic', 'manual')),
  -- The exact terms that were agreed to before the first byte was sent.
  terms_sha256 bytea not null check (octet_length(terms_sha256) = 32),
  -- What the browser says the file is, and what it was found to be.
  told_sha256 bytea check (octet_length(told_sha256) = 32),
  sha256 bytea check (octet_length(sha256) = 32),
  state text not null default 'open' check (state in ('open', 'finished', 'taken')),
  -- Who adds bytes now; a newer one takes its place, and the older one stops at its next count.
  writer uuid,
  writer_until timestamptz,
  sniffed jsonb,
  identified jsonb,
  file_id uuid references stored_files,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((state = 'open') = (file_id is null)),
  check (state = 'open' or (sha256 is not null and sniffed is not null and identified is not null))
);
create index uploads_user on uploads (user_id, state);
create index uploads_expiry on uploads (expires_at) where state <> 'taken';

-- The parts of an open upload in their order: each is written by one writer at a time, so none can change what was counted.
create table upload_pieces (
  id uuid primary key default gen_random_uuid(),
  upload_id uuid not null references uploads on delete cascade,
  start_bytes bigint not null,
  size_bytes bigint not null default 0,
  unique (upload_id, start_bytes)
);

-- Keys that sign receipts. Old ones are kept for ever: what they signed can still be checked.
create table receipt_keys (
  id text primary key,
  public_key bytea not null check (octet_length(public_key) = 32),
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index receipt_keys_current on receipt_keys ((true)) where retired_at is null;
