-- Closing a ticket shortens the lifetime of its links to 30 days.
create or replace function shorten_ticket_links() returns trigger language plpgsql as $$
begin
  update ticket_tokens t set expires_at = now() + interval '30 days'
    where t.ticket_id = new.id and t.expires_at > now() + interval '30 days';
  return null;
end $$;
