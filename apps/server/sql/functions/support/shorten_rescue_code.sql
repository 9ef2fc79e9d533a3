-- The code of a finished rescue expires after 14 days.
create or replace function shorten_rescue_code() returns trigger language plpgsql as $$
begin
  new.code_expires_at := least(new.code_expires_at, now() + interval '14 days');
  return new;
end $$;
