-- Tunes bought from the catalogue, before their file is sent or for a tune request. What is bought is a stored estimate; its sums,
-- lines and shares are kept here as they were that day.
create table catalog_purchases (
  id integer generated always as identity primary key,
  state text not null default 'pending_payment' check (state in
    ('pending_payment', 'paid', 'waiting_file', 'linked', 'delivered', 'refunded', 'cancelled')),
  -- The buyer's own key: the same wish sent twice is one purchase.
  request_key text not null unique,
  region smallint not null,
  user_id integer not null references users,
  -- The dealer it is bought for, whose account may pay, and the one who installs it and gets the fee.
  dealer_id integer references dealers,
  installer_id integer references dealers,
  -- The tune request it was bought for or linked to.
  request_id integer,
  estimate_hash text not null,
  selection jsonb not null,
  derivation jsonb not null,
  vehicle text not null,
  vehicle_path text,
  -- SHA-256 of the disclaimer the buyer agreed to; null where none was in force.
  disclaimer_hash text,
  email text not null,
  currency text not null,
  billing jsonb not null,
  list_minor bigint not null check (list_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and list_minor),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null,
  -- [{ "name": "GST", "percent": "5", "amount_minor": "500" }]
  taxes jsonb not null,
  -- [{ "id": "sale:3", "name": "Autumn", "code": null }]
  discounts jsonb not null,
  card_minor bigint not null check (card_minor >= 0),
  account_minor bigint not null check (account_minor >= 0),
  -- What the house gave where nothing had to be paid, so that shares can still be booked.
  free_minor bigint not null default 0 check (free_minor >= 0),
  -- The part kept free on the dealer's account until the card has paid the rest.
  hold_id bigint,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  linked_at timestamptz,
  delivered_at timestamptz,
  updated_at timestamptz not null default date_trunc('second', now()),
  constraint catalog_purchases_add_up check (total_minor = list_minor - discount_minor + tax_minor),
  constraint catalog_purchases_paid_whole check (total_minor = card_minor + account_minor),
  check (account_minor = 0 or dealer_id is not null),
  check (free_minor = 0 or total_minor = 0)
);
create index catalog_purchases_user on catalog_purchases (user_id, id desc);
create index catalog_purchases_dealer on catalog_purchases (dealer_id, id desc) where dealer_id is not null;
create index catalog_purchases_unpaid on catalog_purchases (expires_at) where state = 'pending_payment';
-- A try that was refused is gone on with; a buyer has one open at a time for each estimate.
create unique index catalog_purchases_one_open on catalog_purchases (user_id, estimate_hash) where state = 'pending_payment';
-- A request is paid once, and a purchase is used by one request.
create unique index catalog_purchases_one_per_request on catalog_purchases (request_id)
  where request_id is not null and state not in ('cancelled', 'refunded');

create table catalog_purchase_lines (
  purchase_id integer not null references catalog_purchases,
  line smallint not null,
  kind text not null check (kind in ('tune', 'fee')),
  tune_id integer references tunes on delete set null,
  tool_id integer references tools on delete set null,
  label text not null,
  required boolean not null,
  list_minor bigint not null,
  net_minor bigint not null,
  -- How the price came about, as it was shown.
  derivation jsonb not null,
  primary key (purchase_id, line)
);
create index catalog_purchase_lines_tune on catalog_purchase_lines (tune_id);

-- Who earns how much of it at delivery: terms of the day it was bought. A later change of somebody's terms does not touch them.
create table catalog_purchase_shares (
  purchase_id integer not null references catalog_purchases,
  n smallint not null,
  -- 'tuner:3', as in the ledger
  owner text not null,
  kind text not null check (kind in ('tuner', 'installer', 'affiliate')),
  line smallint,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (purchase_id, n)
);
create index catalog_purchase_shares_owner on catalog_purchase_shares (owner, purchase_id desc);

-- The history of a purchase is the truth, its state column the cache.
create table catalog_purchase_events (
  id bigint generated always as identity primary key,
  purchase_id integer not null references catalog_purchases,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  detail jsonb not null default '{}'
);
create index catalog_purchase_events_purchase on catalog_purchase_events (purchase_id, id);

-- Whoever holds a token may see the invoice. Only hashes are kept.
create table catalog_purchase_tokens (
  token_hash bytea primary key,
  purchase_id integer not null references catalog_purchases,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index catalog_purchase_tokens_purchase on catalog_purchase_tokens (purchase_id);

create trigger catalog_purchase_events_append_only before update or delete on catalog_purchase_events
  for each row execute function refuse_change();
create trigger catalog_purchase_shares_stay before update or delete on catalog_purchase_shares
  for each row execute function refuse_change();
create trigger catalog_purchase_lines_stay
  before delete or update of line, kind, label, list_minor, net_minor, derivation on catalog_purchase_lines
  for each row execute function refuse_change();
create function refuse_purchase_rewrite() returns trigger language plpgsql as $$
begin
  if (new.currency, new.list_minor, new.discount_minor, new.tax_minor, new.total_minor, new.card_minor, new.account_minor, new.free_minor,
      new.user_id, new.placed_at)
    is distinct from (old.currency, old.list_minor, old.discount_minor, old.tax_minor, old.total_minor, old.card_minor,
      old.account_minor, old.free_minor, old.user_id, old.placed_at)
  then
    raise exception 'the sums of a purchase are never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger catalog_purchases_sums_stay before update on catalog_purchases
  for each row execute function refuse_purchase_rewrite();

-- Takes one use of each sale and code, or refuses with TP003 and its id. Each is locked in one order.
create function take_discount_uses(discounts jsonb) returns void language plpgsql as $$
declare
  used text;
begin
  for used in select d ->> 'id' from jsonb_array_elements(discounts) d order by 1 loop
    if used like 'sale:%' then
      update sales s set uses = uses + 1
        where s.id = split_part(used, ':', 2)::integer and s.uses_max is not null and s.uses < s.uses_max;
      continue when found;
      perform 1 from sales s where s.id = split_part(used, ':', 2)::integer and s.uses_max is null;
    else
      update discount_codes c set uses = uses + 1
        where c.id = split_part(used, ':', 2)::integer and (c.uses_max is null or c.uses < c.uses_max);
    end if;
    if not found then raise exception 'a code is used up' using errcode = 'TP003', detail = used; end if;
  end loop;
end $$;
create function free_discount_uses(discounts jsonb) returns void language plpgsql as $$
begin
  update sales s set uses = uses - 1 from jsonb_array_elements(discounts) d where d ->> 'id' = 'sale:' || s.id and s.uses > 0;
  update discount_codes c set uses = uses - 1 from jsonb_array_elements(discounts) d where d ->> 'id' = 'code:' || c.id and c.uses > 0;
end $$;

-- What the back office calls a transaction pays for one of these: an order, or a purchase of tunes by card or on a dealer's account.
create view store_sales as
  select 'order:' || o.id as subject, 'order' as sale, o.id as sale_id, o.kind, o.state, o.email, o.billing ->> 'full_name' as buyer,
    o.billing ->> 'country_code' as country, o.shipping_minor, o.tax_minor, o.tracking_number
  from orders o
  union all
  select 'purchase:' || c.id, 'purchase', c.id, 'tunes', c.state, c.email, c.billing ->> 'full_name', c.billing ->> 'country_code',
    0, c.tax_minor, ''
  from catalog_purchases c
  union all
  select 'purchase-account:' || c.id, 'purchase', c.id, 'tunes', c.state, c.email, c.billing ->> 'full_name',
    c.billing ->> 'country_code', 0, case when c.card_minor = 0 then c.tax_minor else 0 end, ''
  from catalog_purchases c where c.account_minor > 0;
create view store_sale_lines as
  select 'order:' || l.order_id as subject, l.line, l.slug, l.name, l.quantity, l.net_minor, l.discount_minor from order_lines l
  union all
  select 'purchase:' || l.purchase_id, l.line, coalesce('tune:' || l.tune_id, 'tool:' || l.tool_id, l.kind), l.label, 1::smallint,
    l.net_minor, l.list_minor - l.net_minor
  from catalog_purchase_lines l
  union all
  select 'purchase-account:' || c.id, l.line, coalesce('tune:' || l.tune_id, 'tool:' || l.tool_id, l.kind), l.label, 1::smallint,
    l.net_minor, l.list_minor - l.net_minor
  from catalog_purchases c join catalog_purchase_lines l on l.purchase_id = c.id where c.account_minor > 0 and c.card_minor = 0
  union all
  -- Its lines stand with the card, so that a column can be summed.
  select 'purchase-account:' || c.id, 1::smallint, 'account', 'The part on the account', 1::smallint, 0, 0
  from catalog_purchases c where c.account_minor > 0 and c.card_minor > 0;
