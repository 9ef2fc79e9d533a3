-- Reports that a staff member gets by e-mail every week or month.
create table report_schedules (
  id integer generated always as identity primary key,
  owner_id integer not null references users on delete cascade,
  report text not null,
  every text not null check (every in ('weekly', 'monthly')),
  -- Why it is not sent any more.
  paused text,
  created_at timestamptz not null default now(),
  constraint report_schedules_once unique (owner_id, report, every)
);

-- One run for each period, whichever process makes it.
create table report_runs (
  id integer generated always as identity primary key,
  schedule_id integer not null references report_schedules on delete cascade,
  period_from timestamptz not null,
  period_to timestamptz not null,
  row_count integer not null,
  csv text not null,
  created_at timestamptz not null default now(),
  constraint report_runs_once unique (schedule_id, period_from)
);
