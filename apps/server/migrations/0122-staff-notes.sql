-- Notes that staff write on a record of any kind. The record is named as in the audit log: "order:7".
create table staff_notes (
  id integer generated always as identity primary key,
  record text not null check (record ~ '^[a-z-]+:[1-9][0-9]*$'),
  text text not null check (length(text) between 1 and 4000),
  author_id integer not null references users,
  at timestamptz not null
);
create index staff_notes_record on staff_notes (record, at desc, id desc);

-- A timeline merges several tables by time, so each of them is read by record and time.
drop index audit_log_subject;
create index audit_log_subject on audit_log (subject, at desc, id desc);
create index mail_outbox_to on mail_outbox (lower(to_address), created_at desc, id desc);
