-- The first and the last day of the period, in the time zone of the company when the report was made.
alter table report_runs add column first_day date, add column last_day date;
update report_runs set first_day = (period_from at time zone 'UTC')::date, last_day = ((period_to - interval '1 second') at time zone 'UTC')::date;
alter table report_runs alter column first_day set not null, alter column last_day set not null;
