-- Applications of users to become a dealer or an affiliate. Their documents are the stored files of 'application:<id>'.
create table partner_applications (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('dealer', 'affiliate')),
  state text not null default 'submitted'
    check (state in ('submitted', 'in_review', 'needs_information', 'approved', 'rejected', 'withdrawn')),
  user_id integer not null references users,
  name text not null,
  -- The fields of the form; they depend on the kind.
  details jsonb not null,
  -- The partner that the approval created.
  dealer_id integer unique references dealers,
  affiliate_id integer unique references affiliates,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'approved') = (num_nonnulls(dealer_id, affiliate_id) = 1))
);
create unique index partner_applications_open on partner_applications (kind, user_id)
  where state in ('submitted', 'in_review', 'needs_information');
create index partner_applications_state on partner_applications (kind, state, id desc);
create index partner_applications_user on partner_applications (user_id, id desc);

create table partner_application_events (
  id bigint generated always as identity primary key,
  application_id integer not null references partner_applications,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  reason text not null default ''
);
create index partner_application_events_application on partner_application_events (application_id, id);
create trigger partner_application_events_append_only before update or delete on partner_application_events
  for each row execute function refuse_change();

-- Links by which an invited person becomes an affiliate without an application. Only the hash of the token is stored.
create table affiliate_offers (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  name text not null,
  email citext not null,
  share_percent numeric(5, 2) not null check (share_percent between 0 and 100),
  currency text not null,
  expires_at timestamptz not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  joined_at timestamptz,
  affiliate_id integer unique references affiliates,
  check ((joined_at is null) = (affiliate_id is null)),
  check (joined_at is null or withdrawn_at is null)
);

-- People who sign for dealers. A signature that was replaced keeps its file and hash.
create table signature_authorities (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  legal_name text not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz
);
create unique index signature_authorities_active on signature_authorities (user_id) where revoked_at is null;
create table signature_files (
  id integer generated always as identity primary key,
  authority_id integer not null references signature_authorities,
  file_id uuid not null references stored_files,
  sha256 bytea not null,
  how text not null check (how in ('drawn', 'uploaded')),
  added_by integer references users on delete set null,
  added_at timestamptz not null
);
create index signature_files_authority on signature_files (authority_id, id desc);
create index signature_files_file on signature_files (file_id);

-- Which version of the terms an affiliate accepted, and who accepted it.
create table affiliate_terms (
  affiliate_id integer not null references affiliates on delete cascade,
  version text not null,
  accepted_by integer references users on delete set null,
  accepted_at timestamptz not null,
  primary key (affiliate_id, version)
);
