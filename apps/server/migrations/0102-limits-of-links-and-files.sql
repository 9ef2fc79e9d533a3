-- A link that is issued for a closed record (a renewed one, or one in a mail) is valid as long as its other links, not for the whole time.
create function limit_order_link() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.id = new.order_id and o.state = 'cancelled') then
    new.expires_at := least(new.expires_at, now() + interval '14 days');
  end if;
  return new;
end $$;
create trigger order_tokens_limit before insert on order_tokens for each row execute function limit_order_link();

create function limit_trade_in_link() returns trigger language plpgsql as $$
begin
  if exists (select from trade_ins r where r.id = new.trade_in_id
      and r.state in ('rejected', 'declined', 'expired', 'credited', 'returned')) then
    new.expires_at := least(new.expires_at, now() + interval '30 days');
  end if;
  return new;
end $$;
create trigger trade_in_tokens_limit before insert on trade_in_tokens for each row execute function limit_trade_in_link();

create function limit_ticket_link() returns trigger language plpgsql as $$
begin
  if exists (select from tickets t where t.id = new.ticket_id and t.state = 'closed') then
    new.expires_at := least(new.expires_at, now() + interval '30 days');
  end if;
  return new;
end $$;
create trigger ticket_tokens_limit before insert on ticket_tokens for each row execute function limit_ticket_link();

create trigger rescue_sessions_code_limit before update of code_expires_at on rescue_sessions for each row
  when (new.state in ('closed', 'not_recovered', 'abandoned')) execute function shorten_rescue_code();

-- Who sent a file for a message: what one user or one network sends in a day is limited.
alter table support_files add column uploaded_from text;
create index support_files_uploaded_from on support_files (uploaded_from) where uploaded_from is not null;
