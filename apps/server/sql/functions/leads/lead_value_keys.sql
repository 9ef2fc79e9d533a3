-- The numbers and dates among the custom values of a record, as keys that are found by range.
create or replace function lead_value_keys(custom jsonb) returns setof jsonb language sql immutable parallel safe as $$
  select jsonb_build_array(f.id::integer, f.value) from jsonb_each(custom) as f (id, value)
  where jsonb_typeof(f.value) = 'number' or f.value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}$'
$$;
