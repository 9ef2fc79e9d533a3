-- A file sent with the call itself comes with an agreement only if the caller says so.
alter table tune_requests alter column terms_sha256 drop not null;

-- A rescued vehicle counts as running when both sides have confirmed it.
alter table rescue_sessions
  add column customer_running_at timestamptz,
  add column staff_running_at timestamptz;
