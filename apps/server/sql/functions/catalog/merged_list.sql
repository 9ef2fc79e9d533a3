-- The union of two short lists, in the order of first appearance.
create or replace function merged_list(a text[], b text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(item order by at), '{}') from (
    select item, min(at) as at from unnest(a || b) with ordinality x (item, at) group by item
  ) items
$$;
