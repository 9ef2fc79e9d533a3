-- Phone numbers are compared by their digits: "+1 (999) 111" and "001 999-111" are one number.
create or replace function lead_phone_keys(phones text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct key), '{}') from (
    select regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^00', '') as key from unnest(phones) phone
  ) keys where length(key) >= 5
$$;
alter table lead_contacts add column phone_keys text[] not null generated always as (lead_phone_keys(phones)) stored;
create index lead_contacts_phone_keys on lead_contacts using gin (phone_keys);

-- Organizations are compared by letters and digits of their names, and by the address of their website.
create or replace function lead_name_key(name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(lower(name), '[^[:alnum:]]+', '', 'g'), ''), lower(name))
$$;
create or replace function lead_site_key(website text) returns text language sql immutable parallel safe as $$
  select rtrim(regexp_replace(lower(website), '^(https?://)?(www\.)?', ''), '/')
$$;
create index lead_organizations_name_key on lead_organizations (lead_name_key(name));
create index lead_organizations_site_key on lead_organizations (lead_site_key(website));
create index lead_organizations_phone_keys on lead_organizations using gin (lead_phone_keys(array[phone]));
