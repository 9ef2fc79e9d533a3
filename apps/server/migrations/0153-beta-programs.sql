-- Beta programmes with their participants, feedback and history.
create table beta_programs (
  id integer generated always as identity primary key,
  state text not null default 'draft'
    check (state in ('draft', 'open', 'running', 'paused', 'finished', 'archived', 'cancelled')),
  name text not null,
  summary text not null,
  text text not null,
  terms text not null,
  seats integer not null check (seats between 1 and 100000),
  -- Participants per cohort, in the order they were admitted; null for a single cohort.
  cohort_size integer check (cohort_size > 0),
  -- Staff decide on each application instead of the free seats.
  reviewed boolean not null default false,
  waitlist boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Incidents per 100 active participants above which the programme pauses itself.
  stop_per_100 integer check (stop_per_100 >= 0),
  admitted integer not null default 0,
  -- Incidents before this do not count: set when the programme starts and when staff resume it.
  incidents_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint beta_programs_dates check (ends_at > starts_at)
);
create table beta_participants (
  id integer generated always as identity primary key,
  program_id integer not null references beta_programs,
  user_id integer not null references users on delete cascade,
  state text not null default 'applied'
    check (state in ('applied', 'waitlisted', 'invited', 'active', 'refused', 'lapsed', 'left', 'removed', 'completed')),
  vehicle_id integer references garage_vehicles on delete set null,
  answers text not null default '',
  -- Of the terms they accepted; null if the programme has none.
  terms_sha256 bytea,
  cohort integer,
  invited_until timestamptz,
  joined_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (program_id, user_id)
);
create index beta_participants_user on beta_participants (user_id);
create index beta_participants_vehicle on beta_participants (vehicle_id);
create index beta_participants_state on beta_participants (program_id, state, id);
create index beta_participants_invited on beta_participants (invited_until) where state = 'invited';
create table beta_feedback (
  id integer generated always as identity primary key,
  participant_id integer not null references beta_participants on delete cascade,
  rating integer not null check (rating between 1 and 5),
  text text not null,
  -- Something went wrong with the car: counts for the stop rule.
  incident boolean not null default false,
  created_at timestamptz not null
);
create index beta_feedback_incident on beta_feedback (participant_id, created_at) where incident;
create index beta_feedback_participant on beta_feedback (participant_id, id);
create table beta_events (
  id bigint generated always as identity primary key,
  program_id integer not null references beta_programs on delete cascade,
  participant_id integer references beta_participants on delete cascade,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users on delete set null,
  reason text not null default ''
);
create index beta_events_program on beta_events (program_id, id);
create index beta_events_participant on beta_events (participant_id);
create index beta_events_actor on beta_events (actor_id);
