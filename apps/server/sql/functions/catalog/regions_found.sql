-- Where a model is found, kept beside its words so that one index answers for both: the regions it shares with its make.
create or replace function regions_found(wanted integer) returns smallint[] language sql stable as $$
  select array(select r from unnest(o.regions) r where r = any(m.regions) order by r)
    from models o join makes m on m.id = o.make_id where o.id = wanted
$$;
