-- Addresses that are notified of changes to a user's records. Secrets are encrypted; the previous one signs as well for a day.
create table webhooks (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  sealed_secret bytea,
  sealed_previous_secret bytea,
  previous_until timestamptz,
  -- Deliveries in a row that failed for good; too many pause the webhook.
  failed_in_row integer not null default 0,
  paused_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_user on webhooks (user_id, id);

-- One row for each notification of one webhook: the queue and the log.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  event text not null,
  -- The same for a replay, so that a receiver can recognise it.
  event_id uuid not null default gen_random_uuid(),
  data jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  status integer,
  problem text,
  response text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_ended on webhook_deliveries (created_at) where state <> 'pending';
