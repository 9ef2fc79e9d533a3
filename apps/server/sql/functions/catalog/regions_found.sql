-- The regions of a model, which it shares with its make. Stored with its search words, so that one index covers both.
create or replace function regions_found(wanted integer) returns smallint[] language sql stable as $$
  select array(select r from unnest(o.regions) r where r = any(m.regions) order by r)
    from models o join makes m on m.id = o.make_id where o.id = wanted
$$;
