-- A file that somebody wants tuned, from its arrival to the file that goes back. Work and money are two axes: the work is here, the
-- money is the purchase that names the request.
create table tune_requests (
  id integer generated always as identity primary key,
  state text not null default 'received' check (state in
    ('received', 'identifying', 'needs_information', 'matched', 'unsupported', 'queued', 'in_progress', 'waiting_customer', 'on_ice',
     'in_review', 'delivered', 'revision_requested', 'closed', 'expired', 'cancelled', 'recalled', 'refunded', 'locked', 'deleted')),
  -- Grows with every change anybody may see: what a page asks for when it asks whether there is news.
  version integer not null default 1,
  purpose text not null check (purpose in ('tune', 'immo')),
  mode text not null check (mode in ('automatic', 'manual')),
  region smallint not null,
  user_id integer not null references users,
  dealer_id integer references dealers,
  -- The finished one it asks a change of.
  parent_id integer references tune_requests,
  terms_sha256 bytea not null check (octet_length(terms_sha256) = 32),
  sniffed jsonb not null,
  identified jsonb not null,
  -- What the file itself says it could be: [{ "engine_id": 1, "transmission_id": null, "why": "…" }]
  proposals jsonb not null default '[]',
  engine_id integer references engines on delete set null,
  transmission_id integer references transmissions on delete set null,
  vehicle text not null default '',
  vehicle_path text,
  -- Answers of the customer about the car: year, VIN, plate, fuel, changed parts, what was read and how.
  information jsonb not null default '{}',
  wishes text not null default '',
  tune_ids integer[] not null default '{}',
  estimate_hash text,
  -- Whose queue it stands in; null is the house's own.
  tuner_id integer references tuners on delete set null,
  worker_id integer references users on delete set null,
  -- Who made the file under review: somebody else approves it.
  author_id integer references users on delete set null,
  revisions smallint not null default 0,
  state_at timestamptz not null,
  queued_at timestamptz,
  promised_at timestamptz,
  delivered_at timestamptz,
  downloaded_at timestamptz,
  revision_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tune_requests_user on tune_requests (user_id, id desc);
create index tune_requests_dealer on tune_requests (dealer_id, id desc) where dealer_id is not null;
create index tune_requests_work on tune_requests (state, tuner_id, queued_at)
  where state in ('queued', 'in_progress', 'waiting_customer', 'in_review', 'revision_requested');
create index tune_requests_time on tune_requests (state, state_at)
  where state in ('needs_information', 'matched', 'waiting_customer', 'delivered');

create table tune_request_files (
  id integer generated always as identity primary key,
  request_id integer not null references tune_requests,
  file_id uuid not null references stored_files,
  kind text not null check (kind in ('original', 'supplement', 'result')),
  -- Of a result only: what became of it.
  state text check (state in ('in_review', 'rejected', 'delivered', 'withdrawn')),
  -- What changed against the original, for the customer in words and for the tuner in detail.
  summary jsonb,
  -- Why it was let through although the gate had a doubt.
  note text not null default '',
  uploaded_by integer references users on delete set null,
  created_at timestamptz not null,
  check ((kind = 'result') = (state is not null))
);
create index tune_request_files_request on tune_request_files (request_id, id);
create unique index tune_request_files_one_original on tune_request_files (request_id) where kind = 'original';
create unique index tune_request_files_one_in_review on tune_request_files (request_id) where state = 'in_review';

create table tune_request_messages (
  id integer generated always as identity primary key,
  request_id integer not null references tune_requests,
  -- Who speaks: the customer, the house, or a note between tuners and staff.
  kind text not null check (kind in ('customer', 'house', 'note')),
  user_id integer references users on delete set null,
  author text not null,
  text text not null,
  created_at timestamptz not null
);
create index tune_request_messages_request on tune_request_messages (request_id, id);

-- The history of a request is the truth, its state column the cache.
create table tune_request_events (
  id bigint generated always as identity primary key,
  request_id integer not null references tune_requests,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_kind text not null,
  actor_id integer,
  reason text not null default '',
  detail jsonb not null default '{}'
);
create index tune_request_events_request on tune_request_events (request_id, id);
create trigger tune_request_events_append_only before update or delete on tune_request_events
  for each row execute function refuse_change();

-- A short right to fetch the files of one request without a session. Only hashes are kept.
create table tune_request_tokens (
  token_hash bytea primary key,
  request_id integer not null references tune_requests,
  created_by integer references users on delete set null,
  expires_at timestamptz not null
);
create index tune_request_tokens_expiry on tune_request_tokens (expires_at);
