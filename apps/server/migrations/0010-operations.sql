-- One row per run that a schedule owes, whoever finds it due: the key lets exactly one process enqueue it. A schedule's
-- first row has no job: it marks where counting starts, so that a new schedule owes nothing for the time before it.
create table job_periods (
  schedule text not null,
  period timestamptz not null,
  job_id uuid,
  claimed_at timestamptz not null default clock_timestamp(),
  primary key (schedule, period)
);

-- A secret mail holds a link that opens an account. Its body goes as soon as it is sent, and a day after it was kept.
alter table mail_outbox add column secret boolean not null default true;
alter table mail_outbox add column erased_at timestamptz;
create index mail_outbox_erasable on mail_outbox (created_at) where secret and erased_at is null;
