-- A requested deletion waits for its due date, so that it can be cancelled. A deleted user stays as a placeholder, because the books
-- refer to it.
alter table users
  add column deletion_due_at timestamptz,
  add column deleted_at timestamptz,
  add constraint users_deletion check (deleted_at is null or deletion_due_at is null);
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null;
