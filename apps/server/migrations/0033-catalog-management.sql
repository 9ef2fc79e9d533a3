-- What new records of the catalogue start with.
create table catalog_settings (
  id smallint primary key default 1 check (id = 1),
  settings jsonb not null default '{}',
  updated_at timestamptz not null default date_trunc('second', now())
);

-- The history of one record is read by its subject.
create index audit_log_subject on audit_log (subject, id desc);
