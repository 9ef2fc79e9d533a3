-- The moment a day of the company begins, whatever its daylight saving.
create or replace function company_midnight(day date) returns timestamptz language sql stable parallel safe as $$
  select day::timestamp at time zone company_time_zone()
$$;
