-- A link to a closed ticket expires after 30 days.
create or replace function limit_ticket_link() returns trigger language plpgsql as $$
begin
  if exists (select from tickets t where t.id = new.ticket_id and t.state = 'closed') then
    new.expires_at := least(new.expires_at, now() + interval '30 days');
  end if;
  return new;
end $$;
