-- The digits of each phone number, without a leading 00, to find duplicates.
create or replace function lead_phone_keys(phones text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct key), '{}') from (
    select regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^00', '') as key from unnest(phones) phone
  ) keys where length(key) >= 5
$$;
