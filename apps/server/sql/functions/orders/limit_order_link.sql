-- A link to a cancelled order expires after 14 days, also one that is renewed or mailed later.
create or replace function limit_order_link() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.id = new.order_id and o.state = 'cancelled') then
    new.expires_at := least(new.expires_at, now() + interval '14 days');
  end if;
  return new;
end $$;
