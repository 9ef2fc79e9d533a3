-- The lead engine: pipelines with stages, deals, the people and organisations behind them, and what was done about them.

create table lead_pipelines (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  position integer not null default 0,
  -- Incremented by every change of a deal in it; the row lock puts the changes of a board into commit order.
  board_version bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index lead_pipelines_name on lead_pipelines (lower(name));

create table lead_stages (
  id integer generated always as identity primary key,
  pipeline_id integer not null references lead_pipelines on delete cascade,
  name text not null check (name <> ''),
  position integer not null,
  probability integer not null default 0 check (probability between 0 and 100),
  -- A deal that stays longer is shown as rotting; null: never.
  rot_days integer check (rot_days between 1 and 365),
  closes_as text check (closes_as in ('won', 'lost')),
  -- Deal fields that must be set before a deal enters.
  required_fields text[] not null default '{}',
  requires_activity boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lead_stages_position unique (pipeline_id, position) deferrable initially deferred
);
create unique index lead_stages_name on lead_stages (pipeline_id, lower(name));

create table lead_organizations (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  website text not null default '',
  phone text not null default '',
  address text not null default '',
  owner_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lead_organizations_name on lead_organizations (lower(name));
create index lead_organizations_search on lead_organizations using gin (name gin_trgm_ops);

-- array_to_string is only stable for arrays of any type; for text it depends on nothing.
create function lead_search_text(emails text[], phones text[]) returns text language sql immutable parallel safe
  return array_to_string(emails || phones, ' ');

create table lead_contacts (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  organization_id integer references lead_organizations on delete set null,
  emails text[] not null default '{}',
  phones text[] not null default '{}',
  owner_id integer references users on delete set null,
  consent text not null default 'unknown' check (consent in ('unknown', 'given', 'withdrawn')),
  consent_at timestamptz,
  -- Addresses and numbers as the list searches them.
  search_text text not null generated always as (lead_search_text(emails, phones)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lead_contacts_organization on lead_contacts (organization_id);
create index lead_contacts_name on lead_contacts (lower(name));
create index lead_contacts_emails on lead_contacts using gin (emails);
create index lead_contacts_search on lead_contacts using gin (name gin_trgm_ops, search_text gin_trgm_ops);

create table lead_labels (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  colour text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index lead_labels_name on lead_labels (lower(name));

create table lead_contact_labels (
  contact_id integer not null references lead_contacts on delete cascade,
  label_id integer not null references lead_labels on delete cascade,
  primary key (contact_id, label_id)
);
create index lead_contact_labels_label on lead_contact_labels (label_id);

create table lead_deals (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  value_minor bigint not null default 0 check (value_minor >= 0),
  currency text not null,
  organization_id integer references lead_organizations on delete restrict,
  contact_id integer references lead_contacts on delete restrict,
  pipeline_id integer not null references lead_pipelines on delete restrict,
  stage_id integer not null references lead_stages on delete restrict,
  -- Sort key within the stage; unique, so that a deal has exactly one place.
  position double precision not null,
  stage_entered_at timestamptz not null,
  -- The stage before the deal was closed, for reopening it.
  last_stage_id integer references lead_stages on delete set null,
  owner_id integer references users on delete set null,
  -- null: that of the stage.
  probability integer check (probability between 0 and 100),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  expected_close_date date,
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  closed_at timestamptz,
  lost_reason text not null default '',
  archived_at timestamptz,
  deleted_at timestamptz,
  merged_into_id integer references lead_deals on delete set null,
  -- Incremented by every change; a save of an older version is rejected.
  version integer not null default 1,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'open') = (closed_at is null)),
  constraint lead_deals_position unique (stage_id, position) deferrable initially immediate
);
create index lead_deals_board on lead_deals (pipeline_id, stage_id, position)
  where state = 'open' and archived_at is null and deleted_at is null;
create index lead_deals_mode on lead_deals (state, id) where archived_at is null and deleted_at is null;
create index lead_deals_archived on lead_deals (id) where archived_at is not null and deleted_at is null;
create index lead_deals_deleted on lead_deals (deleted_at) where deleted_at is not null;
create index lead_deals_closed on lead_deals (closed_at) where closed_at is not null and deleted_at is null;
create index lead_deals_contact on lead_deals (contact_id);
create index lead_deals_organization on lead_deals (organization_id);
create index lead_deals_owner on lead_deals (owner_id);
create index lead_deals_search on lead_deals using gin (title gin_trgm_ops);

create table lead_deal_labels (
  deal_id integer not null references lead_deals on delete cascade,
  label_id integer not null references lead_labels on delete cascade,
  primary key (deal_id, label_id)
);
create index lead_deal_labels_label on lead_deal_labels (label_id);

create table lead_deal_participants (
  deal_id integer not null references lead_deals on delete cascade,
  contact_id integer not null references lead_contacts on delete cascade,
  primary key (deal_id, contact_id)
);
create index lead_deal_participants_contact on lead_deal_participants (contact_id);

-- The history of a deal. Stages are kept by name as well, because an empty one can be deleted.
create table lead_deal_events (
  id bigint generated always as identity primary key,
  deal_id integer not null references lead_deals on delete cascade,
  at timestamptz not null default now(),
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users on delete set null,
  reason text not null default '',
  pipeline_id integer not null,
  from_stage_id integer,
  from_stage text,
  to_stage_id integer,
  to_stage text,
  -- How long the deal was in the stage that it left.
  stage_seconds bigint
);
create index lead_deal_events_deal on lead_deal_events (deal_id, id desc);
create index lead_deal_events_at on lead_deal_events (pipeline_id, at);

-- One row per changed deal and version of its board: an open board reads only what changed since its own version.
create table lead_board_changes (
  pipeline_id integer not null references lead_pipelines on delete cascade,
  version bigint not null,
  deal_id integer not null,
  at timestamptz not null default now(),
  primary key (pipeline_id, version)
);
create index lead_board_changes_at on lead_board_changes (at);

create table lead_activities (
  id integer generated always as identity primary key,
  deal_id integer references lead_deals on delete cascade,
  contact_id integer references lead_contacts on delete set null,
  type text not null check (type in ('call', 'email', 'meeting', 'task', 'note', 'deadline', 'lunch')),
  subject text not null check (subject <> ''),
  note text not null default '',
  date date not null,
  time time(0),
  end_time time(0) check (end_time is null or time is not null),
  location text not null default '',
  done boolean not null default false,
  done_at timestamptz,
  owner_id integer references users on delete set null,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lead_activities_deal on lead_activities (deal_id, date) where not done;
create index lead_activities_deal_all on lead_activities (deal_id);
create index lead_activities_due on lead_activities (date, owner_id) where not done;
create index lead_activities_owner on lead_activities (owner_id, date);

create table lead_notes (
  id integer generated always as identity primary key,
  deal_id integer references lead_deals on delete cascade,
  contact_id integer references lead_contacts on delete cascade,
  text text not null check (text <> ''),
  pinned boolean not null default false,
  written_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(deal_id, contact_id) = 1)
);
create index lead_notes_deal on lead_notes (deal_id);
create index lead_notes_contact on lead_notes (contact_id);

create table lead_comments (
  id integer generated always as identity primary key,
  note_id integer references lead_notes on delete cascade,
  activity_id integer references lead_activities on delete cascade,
  text text not null check (text <> ''),
  written_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(note_id, activity_id) = 1)
);
create index lead_comments_note on lead_comments (note_id);
create index lead_comments_activity on lead_comments (activity_id);

create table lead_files (
  file_id uuid primary key references stored_files on delete cascade,
  deal_id integer not null references lead_deals on delete cascade
);
create index lead_files_deal on lead_files (deal_id);

create table lead_opportunities (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  contact_id integer references lead_contacts on delete set null,
  organization_id integer references lead_organizations on delete set null,
  source text not null check (source in ('manual', 'application', 'contact_form', 'demand', 'dormant_dealer', 'visits')),
  -- What it was made from, for example 'dealer-application:7'; makes it once per cause.
  cause text unique,
  reason text not null default '',
  state text not null default 'new' check (state in ('new', 'converted', 'dismissed')),
  deal_id integer references lead_deals on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lead_opportunities_state on lead_opportunities (state, id desc);

create table lead_opportunity_events (
  id bigint generated always as identity primary key,
  opportunity_id integer not null references lead_opportunities on delete cascade,
  at timestamptz not null default now(),
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users on delete set null
);
create index lead_opportunity_events_opportunity on lead_opportunity_events (opportunity_id);

create table lead_mail_templates (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  subject text not null check (subject <> ''),
  text text not null check (text <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index lead_mail_templates_name on lead_mail_templates (lower(name));

create table lead_mails (
  id integer generated always as identity primary key,
  deal_id integer not null references lead_deals on delete cascade,
  contact_id integer references lead_contacts on delete set null,
  to_address text not null,
  subject text not null,
  text text not null,
  outbox_id integer,
  sent_by integer references users on delete set null,
  created_at timestamptz not null default now()
);
create index lead_mails_deal on lead_mails (deal_id);

-- The secret address of a user's calendar feed; only its hash is stored.
create table lead_calendar_feeds (
  user_id integer primary key references users on delete cascade,
  token_sha256 bytea not null unique,
  created_at timestamptz not null default now()
);

with sales as (insert into lead_pipelines (name, position) values ('Sales', 1) returning id)
insert into lead_stages (pipeline_id, name, position, probability, rot_days, closes_as)
select sales.id, stage.name, stage.position, stage.probability, stage.rot_days, stage.closes_as
from sales, (values
  ('First Contact', 1, 10, 7, null),
  ('Contact Made', 2, 25, 7, null),
  ('PDF Sent', 3, 45, 10, null),
  ('Follow Up', 4, 65, 10, null),
  ('Signed On', 5, 100, null::integer, 'won'),
  ('Lost', 6, 0, null, 'lost')
) as stage (name, position, probability, rot_days, closes_as);
