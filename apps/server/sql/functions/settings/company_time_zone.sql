-- Days and times that staff enter are in this zone: the one of the support hours, or their default.
create or replace function company_time_zone() returns text language sql stable parallel safe as $$
  select coalesce((select value ->> 'timeZone' from settings where name = 'support_hours'), 'America/Vancouver')
$$;
