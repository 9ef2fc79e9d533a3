-- Keys for programs that act for a user, within their scopes. Only the hash of a key is kept.
create table api_keys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- The start of the key, to recognise it by.
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id, id);
