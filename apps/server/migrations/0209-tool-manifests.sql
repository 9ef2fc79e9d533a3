-- What a tool can do, as its developer describes it: versions that staff approve. The approved one limits what the tool is offered for.
create table tool_manifests (
  id integer generated always as identity primary key,
  tool_id integer not null references tools on delete cascade,
  version integer not null,
  -- The developer who wrote it; empty after their account was deleted.
  user_id integer references users on delete set null,
  manifest jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'rejected', 'replaced')),
  reason text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tool_id, version)
);
create unique index tool_manifests_in_effect on tool_manifests (tool_id) where state = 'approved';
create index tool_manifests_user on tool_manifests (user_id, id desc);

create table tool_manifest_events (
  id bigint generated always as identity primary key,
  manifest_id integer not null references tool_manifests on delete cascade,
  at timestamptz not null,
  event text not null,
  from_state text not null,
  to_state text not null,
  actor_id integer references users on delete set null,
  reason text not null default ''
);
create index tool_manifest_events_manifest on tool_manifest_events (manifest_id, id);

-- What the manifest in effect lets its tool write, for lists in SQL: letters and digits of a code or slug, or '' for all.
create table tool_manifest_writes (
  tool_id integer not null references tools on delete cascade,
  kind text not null check (kind in ('ecu', 'tcu', 'awd')),
  name text not null,
  primary key (tool_id, kind, name)
);
