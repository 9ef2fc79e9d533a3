-- A link that is issued for a closed record (a renewed one, or one in a mail) is valid as long as its other links, not for the whole time.
create or replace function limit_order_link() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.id = new.order_id and o.state = 'cancelled') then
    new.expires_at := least(new.expires_at, now() + interval '14 days');
  end if;
  return new;
end $$;
