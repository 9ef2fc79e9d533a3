-- A guest is a user who gave only an e-mail address. `guest_email` is that address; `email` is a placeholder that nobody can log in with,
-- register or write to, so a guest never takes an address from its owner. Cleared when the guest becomes an account.
alter table users
  add column guest_email citext,
  add constraint users_guest_check check (guest_email is null or (
    email like 'guest-%@guest.invalid' and password_hash is null and email_confirmed_at is null and first_confirmed_at is null
    and pending_email is null and oidc_subject is null and totp_confirmed_at is null and role = 0 and flags = '{}'
  )),
  -- The account that took over the records of this guest.
  add column guest_taken_by integer references users;
create index users_guest_email_trgm on users using gin ((guest_email::text) gin_trgm_ops) where guest_email is not null;

alter table sessions
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'passkey', 'oidc', 'guest'));

-- Links mailed to a guest: they open the guest's requests and can make an account of the guest.
create table guest_links (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days'
);
create index guest_links_user on guest_links (user_id);

create or replace view secret_links as
  select 'order' as kind, t.order_id as record_id, t.token_hash, t.expires_at, t.revoked_at from order_tokens t
  union all
  select 'purchase', t.purchase_id, t.token_hash, t.expires_at, t.revoked_at from catalog_purchase_tokens t
  union all
  select 'ticket', t.ticket_id, t.token_hash, t.expires_at, null from ticket_tokens t
  union all
  select 'trade-in', t.trade_in_id, t.token_hash, t.expires_at, null from trade_in_tokens t
  union all
  select 'rescue', r.id, r.code_hash, r.code_expires_at, null from rescue_sessions r
  union all
  select 'guest', g.user_id, g.token_hash, g.expires_at, null from guest_links g;
