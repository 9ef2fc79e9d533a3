-- Two names with the same key are possible duplicates: letters and digits only, in lower case.
create or replace function lead_name_key(name text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(lower(name), '[^[:alnum:]]+', '', 'g'), ''), lower(name))
$$;
