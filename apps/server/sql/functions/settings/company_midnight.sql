-- The time at which a day begins in the company's time zone, with daylight saving.
create or replace function company_midnight(day date) returns timestamptz language sql stable parallel safe as $$
  select day::timestamp at time zone company_time_zone()
$$;
