-- Cancelling an order shortens the lifetime of its links to 14 days.
create or replace function shorten_order_links() returns trigger language plpgsql as $$
begin
  update order_tokens t set expires_at = now() + interval '14 days' where t.order_id = new.id and t.expires_at > now() + interval '14 days';
  return null;
end $$;
