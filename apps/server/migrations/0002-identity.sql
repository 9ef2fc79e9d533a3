create table users (
  id integer generated always as identity primary key,
  name text not null,
  email citext not null unique,
  email_confirmed_at timestamptz,
  password_hash text,
  role smallint not null default 0 check (role in (0, 3, 4, 5)),
  flags text[] not null default '{}'
    check (flags <@ array['fzd', 't', 'ct', 'f', 'tsa', 'da', 'tcro', 'tcrw', 'tex', 'dsig', 'sig', 'tm']),
  preferred_display_currency text,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The last accepted time step: a code works once.
  totp_last_step bigint not null default 0,
  oidc_issuer text,
  oidc_subject text,
  banned_at timestamptz,
  ban_reason text,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  unique (oidc_issuer, oidc_subject)
);
create index users_name_trgm on users using gin (name gin_trgm_ops);
create index users_email_trgm on users using gin ((email::text) gin_trgm_ops);
create index users_created on users (created_at desc, id desc);

-- Only the hash of a session's token is kept; whoever reads this table cannot log in with it.
create table sessions (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  method text not null check (method in ('password', 'passkey', 'oidc')),
  second_factor boolean not null default false,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A challenge is used once, by the session (or the anonymous browser) it was made for.
create table webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  challenge text not null,
  purpose text not null check (purpose in ('register', 'login')),
  user_id integer references users on delete cascade,
  session_id integer references sessions on delete cascade,
  expires_at timestamptz not null
);

-- Single-use links sent by mail; one row serves one purpose.
create table mail_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('confirm-email', 'reset-password')),
  user_id integer not null references users on delete cascade,
  email citext not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index mail_tokens_user on mail_tokens (user_id, purpose);
