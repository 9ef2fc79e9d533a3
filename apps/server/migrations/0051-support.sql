-- Tickets: people ask, we answer, and nothing of it is lost. The history is the truth, the state column its cache.
create table tickets (
  id integer generated always as identity primary key,
  region smallint not null check (region in (1, 2)),
  state text not null default 'new' check (state in
    ('new', 'open', 'waiting_customer', 'parked', 'resolved', 'closed', 'merged', 'spam')),
  title text not null check (btrim(title) <> ''),
  description text not null check (btrim(description) <> ''),
  customer_name text not null check (btrim(customer_name) <> ''),
  -- Where answers are told; a visitor may leave none and follow by link alone.
  email text,
  user_id integer references users on delete set null,
  assignee_id integer references users on delete set null,
  -- The closed ticket this one continues.
  parent_id integer references tickets,
  merged_into integer references tickets,
  parked_until timestamptz,
  -- What was asked for instead of paying: the vehicle, the tunes and the estimate as it was, by its hash.
  offer jsonb,
  accepted_at timestamptz,
  -- Support time it was with us, and since when it is again. Deadlines are kept, so that a list can be sorted by them.
  clock_ran_ms bigint not null default 0,
  clock_since timestamptz,
  response_due_at timestamptz,
  resolve_due_at timestamptz,
  responded_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- The last word of either side.
  last_at timestamptz not null,
  last_by text not null default 'customer' check (last_by in ('customer', 'house')),
  replies integer not null default 0,
  helped boolean,
  feedback text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'merged') = (merged_into is not null)),
  check (merged_into <> id),
  check ((state = 'parked') = (parked_until is not null))
);
create index tickets_user on tickets (user_id, id desc) where user_id is not null;
create index tickets_email on tickets (lower(email), id desc) where email is not null;
create index tickets_assignee on tickets (assignee_id, state) where assignee_id is not null;
create index tickets_state on tickets (state, last_at desc);
create index tickets_parked on tickets (parked_until) where state = 'parked';
create index tickets_resolved on tickets (resolved_at) where state = 'resolved';
create index tickets_merged on tickets (merged_into) where merged_into is not null;

-- The secrets of follow links: every mail has one of its own, only hashes are kept.
create table ticket_tokens (
  token_hash bytea primary key,
  ticket_id integer not null references tickets on delete cascade,
  created_at timestamptz not null
);
create index ticket_tokens_ticket on ticket_tokens (ticket_id);

create table ticket_messages (
  id integer generated always as identity primary key,
  ticket_id integer not null references tickets on delete cascade,
  -- 'note' is between staff and tuners only.
  kind text not null check (kind in ('customer', 'house', 'note')),
  author_id integer references users on delete set null,
  author_name text not null,
  text text not null,
  created_at timestamptz not null
);
create index ticket_messages_ticket on ticket_messages (ticket_id, id);

create table ticket_events (
  id bigint generated always as identity primary key,
  ticket_id integer not null references tickets,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_kind text not null check (actor_kind in ('customer', 'tuner', 'staff', 'system')),
  actor_id integer,
  reason text not null default '',
  detail jsonb not null default '{}',
  transfer_id bigint
);
create index ticket_events_ticket on ticket_events (ticket_id, id);
create trigger ticket_events_append_only before update or delete on ticket_events
  for each row execute function refuse_change();

-- Fixes that are known to work, tried before anybody has to wait.
create table rescue_fixes (
  id integer generated always as identity primary key,
  title text not null,
  -- Numbered steps, one a line.
  steps text not null,
  -- Null fits every symptom, an empty tool every tool.
  symptom text,
  tool text not null default '',
  -- An answer of the checklist it needs, such as battery = low; empty for none.
  when_question text not null default '',
  when_answer text not null default '',
  position integer not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);

create table rescue_sessions (
  id integer generated always as identity primary key,
  -- The short code somebody types beside the car; only its hash is kept.
  code_hash bytea not null unique,
  state text not null default 'requested' check (state in
    ('requested', 'triage', 'self_help', 'waiting_staff', 'active', 'waiting_customer', 'recovered', 'not_recovered', 'closed',
     'abandoned')),
  user_id integer references users on delete set null,
  contact_name text not null,
  email text,
  phone text not null default '',
  tool text not null,
  tool_serial text not null default '',
  vehicle text not null,
  symptom text not null,
  description text not null default '',
  answers jsonb not null default '{}',
  unsafe boolean not null default false,
  fix_id integer references rescue_fixes on delete set null,
  assignee_id integer references users on delete set null,
  cause text check (cause in ('file', 'tool', 'power', 'user', 'unknown')),
  -- The last thing that happened, by anybody: silence is counted from here.
  last_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index rescue_sessions_state on rescue_sessions (state, last_at desc);
create index rescue_sessions_user on rescue_sessions (user_id, id desc) where user_id is not null;

-- What staff ask to be done, one after another, and what came of it.
create table rescue_steps (
  id integer generated always as identity primary key,
  session_id integer not null references rescue_sessions on delete cascade,
  number integer not null,
  text text not null,
  asked_by integer references users on delete set null,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  unique (session_id, number)
);

create table rescue_events (
  id bigint generated always as identity primary key,
  session_id integer not null references rescue_sessions,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_kind text not null check (actor_kind in ('customer', 'staff', 'system')),
  actor_id integer,
  reason text not null default '',
  detail jsonb not null default '{}',
  transfer_id bigint
);
create index rescue_events_session on rescue_events (session_id, id);
create trigger rescue_events_append_only before update or delete on rescue_events
  for each row execute function refuse_change();

-- Files sent to support. A row without a record is an upload whose ticket was never sent; its file is swept after a day.
create table support_files (
  file_id uuid primary key references stored_files on delete cascade,
  kind text not null,
  ticket_id integer references tickets on delete cascade,
  message_id integer references ticket_messages on delete cascade,
  session_id integer references rescue_sessions on delete cascade,
  step_id integer references rescue_steps on delete set null,
  check (ticket_id is null or session_id is null)
);
create index support_files_ticket on support_files (ticket_id) where ticket_id is not null;
create index support_files_session on support_files (session_id) where session_id is not null;
