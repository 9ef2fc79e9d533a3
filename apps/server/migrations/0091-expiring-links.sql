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

create or replace function begin_order_payment(which integer, buyer integer, dealers integer[], link bytea, until timestamptz,
  longest interval)
returns jsonb language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders x where x.id = which and (x.user_id = buyer or x.dealer_id = any(dealers)
    or exists (select from order_tokens t where t.order_id = x.id and t.token_hash = link and t.revoked_at is null
      and t.expires_at > now())) for update;
  if not found then return null; end if;
  if o.state = 'pending_payment' then
    if not o.codes_taken then perform take_discount_uses(o.discounts); end if;
    update orders x set codes_taken = true,
      expires_at = case when o.expires_at > now() then greatest(o.expires_at, least(until, o.placed_at + longest)) else o.expires_at end
      where x.id = which;
  end if;
  return read_order(which);
end $$;
