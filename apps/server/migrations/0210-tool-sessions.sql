-- Simulated sessions of a tool: signed test events to a webhook of the developer, one after the other. Nothing else refers to them.
create table tool_sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  webhook_id integer not null references webhooks on delete cascade,
  tool text not null,
  operation text not null,
  scenario text not null,
  state text not null default 'running' check (state in ('running', 'completed', 'failed')),
  -- A process that dies while it sends leaves the session to the next one after this time.
  due_at timestamptz not null default now(),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tool_sessions_due on tool_sessions (due_at) where state = 'running';
create index tool_sessions_user on tool_sessions (user_id, id desc);
create index tool_sessions_webhook on tool_sessions (webhook_id);

-- The events of a session with the exchange of each, empty until it is sent.
create table tool_session_events (
  session_id integer not null references tool_sessions on delete cascade,
  step smallint not null,
  event text not null,
  event_id uuid not null default gen_random_uuid(),
  sent_at timestamptz,
  request text,
  signature text,
  status integer,
  problem text,
  response text,
  duration_ms integer,
  primary key (session_id, step)
);
