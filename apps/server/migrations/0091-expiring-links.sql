-- Links that stand in for a login expire. The holder of an expired one can have a new one mailed to the address on record.
alter table order_tokens add column expires_at timestamptz not null default now() + interval '90 days';
alter table catalog_purchase_tokens add column expires_at timestamptz not null default now() + interval '90 days';
alter table ticket_tokens add column expires_at timestamptz not null default now() + interval '60 days';
alter table trade_in_tokens add column expires_at timestamptz not null default now() + interval '90 days';
alter table rescue_sessions add column code_expires_at timestamptz not null default now() + interval '30 days';

create view secret_links as
  select 'order' as kind, t.order_id as record_id, t.token_hash, t.expires_at, t.revoked_at from order_tokens t
  union all
  select 'purchase', t.purchase_id, t.token_hash, t.expires_at, t.revoked_at from catalog_purchase_tokens t
  union all
  select 'ticket', t.ticket_id, t.token_hash, t.expires_at, null from ticket_tokens t
  union all
  select 'trade-in', t.trade_in_id, t.token_hash, t.expires_at, null from trade_in_tokens t
  union all
  select 'rescue', r.id, r.code_hash, r.code_expires_at, null from rescue_sessions r;

-- A record that is closed is still readable for a while, not for the whole life of its links.
create function shorten_order_links() returns trigger language plpgsql as $$
begin
  update order_tokens t set expires_at = now() + interval '14 days' where t.order_id = new.id and t.expires_at > now() + interval '14 days';
  return null;
end $$;
create trigger orders_links_end after update of state on orders for each row
  when (new.state = 'cancelled' and old.state <> 'cancelled') execute function shorten_order_links();

create function shorten_trade_in_links() returns trigger language plpgsql as $$
begin
  update trade_in_tokens t set expires_at = now() + interval '30 days'
    where t.trade_in_id = new.id and t.expires_at > now() + interval '30 days';
  return null;
end $$;
create trigger trade_ins_links_end after update of state on trade_ins for each row
  when (new.state in ('rejected', 'declined', 'expired', 'credited', 'returned') and old.state <> new.state)
  execute function shorten_trade_in_links();

create function shorten_ticket_links() returns trigger language plpgsql as $$
begin
  update ticket_tokens t set expires_at = now() + interval '30 days'
    where t.ticket_id = new.id and t.expires_at > now() + interval '30 days';
  return null;
end $$;
create trigger tickets_links_end after update of state on tickets for each row
  when (new.state = 'closed' and old.state <> 'closed') execute function shorten_ticket_links();

create function shorten_rescue_code() returns trigger language plpgsql as $$
begin
  new.code_expires_at := least(new.code_expires_at, now() + interval '14 days');
  return new;
end $$;
create trigger rescue_sessions_code_ends before update of state on rescue_sessions for each row
  when (new.state in ('closed', 'not_recovered', 'abandoned') and old.state <> new.state) execute function shorten_rescue_code();
