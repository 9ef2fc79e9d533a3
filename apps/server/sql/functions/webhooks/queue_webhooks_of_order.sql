-- Notifies webhooks when an order is paid, shipped or cancelled.
create or replace function queue_webhooks_of_order() returns trigger language plpgsql as $$
declare
  what text := case when new.event = 'pay' then 'order.paid' when new.event in ('ship', 'ship-part') then 'order.shipped'
    when new.to_state = 'cancelled' then 'order.cancelled' end;
  sold orders;
begin
  if what is not null then
    select * into sold from orders where id = new.order_id;
    perform queue_webhooks(what, sold.user_id, sold.dealer_id, jsonb_build_object('order_id', sold.id, 'state', new.to_state));
  end if;
  return null;
end $$;
create or replace trigger queue_webhooks after insert on order_events
  for each row execute function queue_webhooks_of_order();
