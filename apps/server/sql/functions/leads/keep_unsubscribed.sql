-- An address that unsubscribed is not written to after its contact is deleted, also when it is added or imported again.
create or replace function keep_unsubscribed() returns trigger language plpgsql as $$
begin
  insert into lead_unsubscribed (email_sha256, at)
    select distinct sha256(convert_to(lower(email), 'UTF8')), coalesce(old.consent_at, now()) from unnest(old.emails) email
    where tg_op = 'DELETE' or not email = any(new.emails)
  on conflict (email_sha256) do update set at = greatest(lead_unsubscribed.at, excluded.at);
  return null;
end $$;
create or replace trigger lead_contacts_unsubscribed after delete or update of emails on lead_contacts
  for each row when (old.consent = 'withdrawn') execute function keep_unsubscribed();
