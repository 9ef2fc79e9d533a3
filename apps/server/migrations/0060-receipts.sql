-- What was delivered, signed: nobody can change one unnoticed, and whoever has the file can ask whether it came from here.
create table receipts (
  id uuid primary key default gen_random_uuid(),
  request_id integer not null references tune_requests,
  original_sha256 bytea not null check (octet_length(original_sha256) = 32),
  delivered_sha256 bytea not null check (octet_length(delivered_sha256) = 32),
  -- The receipt exactly as it was signed, with its signature.
  signed text not null,
  created_at timestamptz not null default now()
);
create index receipts_delivered on receipts (delivered_sha256);
create index receipts_original on receipts (original_sha256);
create index receipts_request on receipts (request_id);
