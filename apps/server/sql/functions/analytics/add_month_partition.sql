-- Creates the partition of a month and moves its rows out of the default partition.
create or replace function add_month_partition(parent text, month date) returns boolean language plpgsql as $$
declare
  name text := parent || to_char(month, '_YYYY_MM');
  column_name text := case parent when 'web_visits' then 'started_at' else 'at' end;
  first timestamptz := month::timestamp at time zone 'UTC';
  last timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
begin
  if to_regclass('public.' || quote_ident(name)) is not null then return false; end if;
  execute format('lock table %I in access exclusive mode', parent);
  if to_regclass('public.' || quote_ident(name)) is not null then return false; end if;
  -- Ids are copied, not generated: the column has no identity until the table is attached.
  -- Visits are updated while they go on: the free space lets an update stay in its page.
  execute format('create table %I (like %I including defaults including constraints) with (fillfactor = %s)',
    name, parent, case parent when 'web_visits' then 80 else 100 end);
  execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
    parent || '_default', column_name, first, column_name, last, name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, first, last);
  return true;
end $$;
