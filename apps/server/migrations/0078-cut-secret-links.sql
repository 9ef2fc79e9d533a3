-- Token links that were stored before the list of paths was complete. Nothing that is counted needs the secret.
create function pg_temp.cut(text text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(text, '(/(?:trade-in|tuning-ticket|fz/rescue|profile/purchases)/[^/\s"]+)/[^/\s"\\?#)]+', '\1/-', 'gi'),
      '(/(?:api/(?:catalog-purchases|order))/[^/\s"]+)/[^/\s"\\?#)]+(?=/invoice)', '\1/-', 'gi'),
    '(/api/(?:ecu/notify/unsubscribe|tune-credit-codes|graph))/[^/\s"\\?#)]+', '\1/-', 'gi')
$$;

update page_views set path = pg_temp.cut(path), referrer = pg_temp.cut(referrer), title = pg_temp.cut(title)
  where concat(path, referrer, title) ~* '/(trade-in|tuning-ticket|rescue|purchases|api)/';
update client_events set data = pg_temp.cut(data::text)::jsonb
  where data::text ~* '/(trade-in|tuning-ticket|rescue|purchases|api)/';
update client_errors set message = pg_temp.cut(message), path = pg_temp.cut(path)
  where concat(message, path) ~* '/(trade-in|tuning-ticket|rescue|purchases|api)/';
