create extension if not exists citext;
create extension if not exists pg_trgm;

-- Rows of these tables are written once. The trigger holds for every role, the owner included.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id integer,
  session_id integer,
  address text,
  act text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_act on audit_log (act, id desc);
create index audit_log_actor on audit_log (actor_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- One row per Idempotency-Key and caller: leased while the first request works, then its stored answer.
create table idempotency_keys (
  scope text not null,
  key text not null,
  endpoint text not null,
  fingerprint bytea not null,
  leased_until timestamptz,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- The moments of the last permits per key. They may be lost in a crash; writing them must be cheap.
create unlogged table rate_limits (
  key text primary key,
  hits timestamptz[] not null default '{}',
  expires_at timestamptz not null
);
create index rate_limits_expires on rate_limits (expires_at);

-- Takes one of `allowed` permits per `span` and answers 0, or the seconds until the next one is free. Exact over any
-- window and any number of processes: the row is locked while it is judged.
create function take_permit(wanted text, allowed integer, span interval) returns integer language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
  recent timestamptz[];
begin
  insert into rate_limits (key, expires_at) values (wanted, moment + span) on conflict do nothing;
  select array(select hit from unnest(hits) hit where hit > moment - span order by hit) into recent
    from rate_limits where key = wanted for update;
  if cardinality(recent) >= allowed then
    return greatest(1, ceil(extract(epoch from recent[cardinality(recent) - allowed + 1] + span - moment))::integer);
  end if;
  update rate_limits set hits = recent || moment, expires_at = moment + span where key = wanted;
  return 0;
end $$;

-- What the caches hang on: a write bumps its area in its own transaction and tells the other processes.
create table area_versions (
  area text primary key,
  version bigint not null default 1
);

create table mail_outbox (
  id integer generated always as identity primary key,
  kind text not null,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- Set for subscription mails: the one-click address of the List-Unsubscribe header.
  unsubscribe_url text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where state = 'queued';
create index mail_outbox_created on mail_outbox (created_at desc, id desc);

-- Bytes live in the store under their hash; a row says what they are and who may see them.
create table stored_files (
  id uuid primary key default gen_random_uuid(),
  sha256 bytea not null,
  size_bytes bigint not null,
  name text not null,
  media_type text not null,
  -- The record whose access check covers this file, for example 'ticket:17'.
  belongs_to text,
  uploaded_by integer,
  created_at timestamptz not null default now()
);
create index stored_files_sha256 on stored_files (sha256);
create index stored_files_belongs_to on stored_files (belongs_to);
