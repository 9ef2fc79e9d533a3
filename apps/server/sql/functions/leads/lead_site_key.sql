-- The address of a website without protocol, www and trailing slash, to find duplicates.
create or replace function lead_site_key(website text) returns text language sql immutable parallel safe as $$
  select rtrim(regexp_replace(lower(website), '^(https?://)?(www\.)?', ''), '/')
$$;
