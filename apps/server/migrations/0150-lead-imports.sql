-- Contacts from files, the dealer that a won deal became, and the unsubscribe links of mails from deals.
create table lead_imports (
  id integer generated always as identity primary key,
  file_name text not null,
  file_id uuid references stored_files on delete set null,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed')),
  rows_done integer not null default 0,
  rows_total integer not null,
  header text[] not null,
  sample jsonb not null default '[]',
  columns jsonb not null default '{}',
  -- Of the last dry run, and of the run itself.
  check_report jsonb,
  report jsonb,
  problem text,
  started_by integer references users on delete set null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
create index lead_imports_file on lead_imports (file_id) where file_id is not null;

create table lead_import_skips (
  import_id integer not null references lead_imports on delete cascade,
  line integer not null,
  reason text not null,
  primary key (import_id, line)
);

alter table lead_deals
  add column dealer_id integer references dealers on delete set null;
create index lead_deals_dealer on lead_deals (dealer_id) where dealer_id is not null;

-- The unsubscribe link of the mail; only the hash of its token is stored.
alter table lead_mails add column unsubscribe_sha256 bytea unique;
