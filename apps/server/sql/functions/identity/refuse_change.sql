-- Rows of these tables are immutable, also for the owner of the table.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
