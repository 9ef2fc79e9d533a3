-- The address that is filled in first; one per person.
alter table addresses add column is_default boolean not null default false;
create unique index addresses_default on addresses (user_id) where is_default;

-- Somebody offers a tool for money or credit. Its history is the truth, the state column the cache.
create table trade_ins (
  id integer generated always as identity primary key,
  state text not null default 'submitted' check (state in ('submitted', 'needs_information', 'rejected', 'offered', 'accepted',
    'declined', 'expired', 'in_transit', 'received', 'counter_offered', 'credited', 'return_due', 'returned')),
  user_id integer references users,
  dealer_id integer references dealers,
  full_name text not null,
  email text not null,
  phone text not null default '',
  tool text not null,
  serial text not null,
  condition text not null check (condition in ('as_new', 'used', 'worn', 'broken')),
  note text not null default '',
  wanted_product_id integer references products,
  -- The last offer; a counter-offer takes its place, the events keep both.
  offer_minor bigint check (offer_minor > 0),
  offer_currency text,
  offer_until timestamptz,
  offer_conditions text not null default '',
  pay_as text check (pay_as in ('balance', 'bank')),
  accepted_at timestamptz,
  tracking_number text not null default '',
  -- What it became in stock.
  product_id integer references products,
  location_id integer references stock_locations,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  check ((offer_minor is null) = (offer_currency is null))
);
create index trade_ins_state on trade_ins (state, id desc);
create index trade_ins_user on trade_ins (user_id, id desc) where user_id is not null;
create index trade_ins_offers on trade_ins (offer_until) where state in ('offered', 'counter_offered');
create index trade_ins_unsent on trade_ins (accepted_at) where state = 'accepted';

-- Whoever holds a token answers for the customer. Only hashes are kept.
create table trade_in_tokens (
  token_hash bytea primary key,
  trade_in_id integer not null references trade_ins,
  created_at timestamptz not null default now()
);
create index trade_in_tokens_trade_in on trade_in_tokens (trade_in_id);

create table trade_in_events (
  id bigint generated always as identity primary key,
  trade_in_id integer not null references trade_ins,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  note text not null default '',
  detail jsonb not null default '{}',
  transfer_id bigint
);
create index trade_in_events_trade_in on trade_in_events (trade_in_id, id);
create trigger trade_in_events_append_only before update or delete on trade_in_events
  for each row execute function refuse_change();

-- What the goods of a movement cost us, signed like the pieces: what a product's stock is worth is the sum over its movements, and
-- the ledger's account "stock" is the same over all products. A movement without pieces changes the value alone.
alter table stock_movements
  add column cost_minor bigint not null default 0,
  add column cost_currency text,
  add constraint stock_movements_cost_has_currency check (cost_minor = 0 or cost_currency is not null),
  drop constraint stock_movements_check,
  add constraint stock_movements_move_something check (on_hand_change <> 0 or allocated_change <> 0 or in_transit_change <> 0
    or quarantine_change <> 0 or cost_minor <> 0);
create index stock_movements_costs on stock_movements (product_id) where cost_currency is not null;

-- How many pieces of a product are ours, wherever they are, and what they are worth. What is rented or lent out stays ours.
create function stock_value(of_product integer)
returns table (pieces bigint, worth bigint, currency text) language sql stable as $$
  select
    (select coalesce(sum(m.on_hand_change + m.in_transit_change + m.quarantine_change), 0) from stock_movements m
      where m.product_id = of_product and m.kind not in ('ALLOCATE', 'RELEASE', 'RENT_OUT', 'RENT_IN', 'LOAN_OUT', 'LOAN_IN')),
    (select coalesce(sum(m.cost_minor), 0)::bigint from stock_movements m
      where m.product_id = of_product and m.cost_currency is not null),
    (select m.cost_currency from stock_movements m
      where m.product_id = of_product and m.cost_currency is not null order by m.id desc limit 1)
$$;

-- What leaves takes the average cost of what there is, the last piece all that is left; what comes back or is found brings it. What
-- is bought brings what it cost. One product at a time: two at once would both take the same average.
create function cost_stock_movement() returns trigger language plpgsql as $$
declare
  moved integer := new.on_hand_change + new.in_transit_change + new.quarantine_change;
  has record;
  last record;
begin
  if new.reverses is not null then
    select -m.cost_minor, m.cost_currency into new.cost_minor, new.cost_currency
      from stock_movements m where m.id = new.reverses;
    return new;
  end if;
  if new.cost_currency is not null or moved = 0 then return new; end if;
  perform pg_advisory_xact_lock(hashtext('stock-cost'), new.product_id);
  select * into has from stock_value(new.product_id);
  if has.currency is null then return new; end if;
  if has.pieces <= 0 and moved > 0 then
    -- The first to come back after the last one left brings what that one took.
    select m.cost_minor, m.on_hand_change + m.in_transit_change + m.quarantine_change as pieces into last
      from stock_movements m where m.product_id = new.product_id and m.cost_minor <> 0 and m.kind = 'SALE' and m.on_hand_change <> 0
      order by m.id desc limit 1;
    if found then
      new.cost_currency := has.currency;
      new.cost_minor := div(last.cost_minor * moved, last.pieces::numeric)::bigint;
    end if;
  elsif has.pieces > 0 then
    new.cost_currency := has.currency;
    new.cost_minor := case when -moved >= has.pieces then -has.worth else div(has.worth * moved, has.pieces::numeric)::bigint end;
  end if;
  return new;
end $$;
create trigger stock_movements_cost before insert on stock_movements
  for each row when (new.kind in ('RECEIVE', 'SALE', 'RETURN', 'ADJUST', 'WRITE_OFF')) execute function cost_stock_movement();
