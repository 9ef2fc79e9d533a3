-- An import that begins on the page: the file is kept, its columns are chosen, a check goes before the run.
alter table vehicle_imports
  drop constraint vehicle_imports_state_check,
  add constraint vehicle_imports_state_check
    check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed')),
  add column file_id uuid references stored_files on delete set null,
  add column header text[] not null default '{}',
  add column sample jsonb not null default '[]',
  add column columns jsonb not null default '{}',
  add column check_report jsonb,
  add column problem text;
