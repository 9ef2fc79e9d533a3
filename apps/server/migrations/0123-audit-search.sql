-- The audit log is filtered by act, by groups of acts (prefixes) and by parts of a record's name. "C" makes prefixes ranges of the index.
drop index audit_log_act;
create index audit_log_act on audit_log (act collate "C", id desc);
create index audit_log_subject_part on audit_log using gin (subject gin_trgm_ops);

-- The last run of the ledger check, by the nightly job or by staff.
create table ledger_checks (
  id integer generated always as identity primary key,
  at timestamptz not null,
  actor_id integer references users,
  ok boolean not null,
  report jsonb not null
);
create index ledger_checks_at on ledger_checks (at desc, id desc);
