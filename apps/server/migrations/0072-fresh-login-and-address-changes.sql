-- When the owner of a session last proved who they are. Sessions opened before this column existed have not done so lately.
alter table sessions add column authenticated_at timestamptz not null default now();
update sessions set authenticated_at = created_at;

alter table users
  -- An address its owner asked for. It replaces the current one only when its own link is opened; not unique, because
  -- asking for an address must not reserve it.
  add column pending_email citext,
  add column pending_email_at timestamptz,
  -- Factors added before this moment were added by somebody who had not shown that the address is theirs.
  add column first_confirmed_at timestamptz,
  -- Null for links made before this column existed.
  add column oidc_linked_at timestamptz,
  add constraint users_pending_email check ((pending_email is null) = (pending_email_at is null));
update users set first_confirmed_at = email_confirmed_at;
-- Accounts that began with an address the provider had not verified.
update users set oidc_linked_at = created_at
  where oidc_subject is not null and password_hash is null
    and (email_confirmed_at is null or email_confirmed_at > created_at + interval '1 minute');

alter table mail_tokens
  drop constraint mail_tokens_purpose_check,
  add constraint mail_tokens_purpose_check
    check (purpose in ('confirm-email', 'change-email', 'reset-password', 'secure-account'));
-- Links that were sent to an address the account no longer has.
delete from mail_tokens using users where users.id = mail_tokens.user_id and users.email <> mail_tokens.email;

alter table webauthn_challenges
  drop constraint webauthn_challenges_purpose_check,
  add constraint webauthn_challenges_purpose_check check (purpose in ('register', 'login', 'reauthenticate'));
