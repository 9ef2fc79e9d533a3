-- Notifies webhooks when staff reply to a ticket.
create or replace function queue_webhooks_of_ticket() returns trigger language plpgsql as $$
declare
  asked tickets;
begin
  select * into asked from tickets where id = new.ticket_id;
  perform queue_webhooks('ticket.replied', asked.user_id, asked.dealer_id,
    jsonb_build_object('ticket_id', asked.id, 'message_id', new.id));
  return null;
end $$;
create or replace trigger queue_webhooks after insert on ticket_messages
  for each row when (new.kind = 'house') execute function queue_webhooks_of_ticket();
