-- A bulk action on every row that matched a filter. The rows are fixed when it starts, and each batch is committed with its
-- position, so a run that was interrupted resumes there.
create table bulk_runs (
  id integer generated always as identity primary key,
  list text not null,
  action text not null check (action in ('edit', 'delete')),
  change jsonb not null default '{}',
  -- The filters of the list.
  query jsonb not null,
  record_ids integer[] not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  -- How many of the rows were tried.
  position integer not null default 0,
  changed_count integer not null default 0,
  refused_count integer not null default 0,
  -- Why it was ended before its last row.
  problem text,
  started_by integer not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  check (position between 0 and cardinality(record_ids))
);
create index bulk_runs_started_by on bulk_runs (started_by);
create index bulk_runs_list on bulk_runs (list, id desc);

create table bulk_run_refusals (
  run_id integer not null references bulk_runs on delete cascade,
  record_id integer not null,
  reason text not null,
  primary key (run_id, record_id)
);
