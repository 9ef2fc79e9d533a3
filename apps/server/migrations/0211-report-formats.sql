-- Scheduled reports as CSV or PDF. The CSV is always kept; the PDF only of schedules that send it.
alter table report_schedules add column format text not null default 'csv' check (format in ('csv', 'pdf'));
alter table report_runs add column pdf bytea;
