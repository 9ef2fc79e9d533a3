create table addresses (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  country_code text not null,
  full_name text not null,
  line1 text not null,
  line2 text not null default '',
  city text not null,
  state text not null default '',
  postal_code text not null default '',
  email text not null default '',
  phone text not null default '',
  -- Set by the house, for example the address a dealer's contract names: shown and usable, not editable.
  readonly boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now())
);
create index addresses_user on addresses (user_id, id);

-- Where parcels go, how fast, and what that costs by shipping class.
create table shipping_zones (
  id integer generated always as identity primary key,
  name text not null unique,
  position integer not null default 0
);
-- A country, a state of one, or '*' for the rest of the world. A place lies in one zone.
create table shipping_zone_places (
  zone_id integer not null references shipping_zones on delete cascade,
  country_code text not null,
  state text not null default '',
  unique (country_code, state)
);
create index shipping_zone_places_zone on shipping_zone_places (zone_id);
create table shipping_tiers (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  days_min integer check (days_min >= 0),
  days_max integer check (days_max >= days_min),
  position integer not null default 0
);
create table shipping_rates (
  class_id integer not null references product_shipping_classes on delete cascade,
  zone_id integer not null references shipping_zones on delete cascade,
  tier_key text not null references shipping_tiers on delete cascade on update cascade,
  currency text not null,
  price_minor bigint not null check (price_minor >= 0),
  -- For each thing of the class after the first.
  extra_minor bigint not null default 0 check (extra_minor >= 0),
  primary key (class_id, zone_id, tier_key, currency)
);
create table tax_rates (
  id integer generated always as identity primary key,
  country_code text not null,
  state text not null default '',
  name text not null,
  percent numeric(7, 4) not null check (percent >= 0 and percent <= 100),
  unique (country_code, state, name)
);

-- A sale whose code may be used so many times.
alter table sales
  add column uses_max integer check (uses_max > 0),
  add column uses integer not null default 0,
  add constraint sales_uses_within_limit check (uses_max is null or uses <= uses_max);

-- Codes handed out by affiliates, or by the house where there is none.
create table discount_codes (
  id integer generated always as identity primary key,
  code citext not null unique,
  name text not null,
  affiliate_id integer references affiliates,
  type text not null default 'products' check (type in ('site', 'tunes', 'products')),
  amount numeric(12, 2) not null check (amount > 0),
  amount_type text not null check (amount_type in ('percent', 'dollar')),
  -- Of what was paid for the goods, to the affiliate.
  share_percent numeric(5, 2) not null default 0 check (share_percent >= 0 and share_percent <= 100),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  uses_max integer check (uses_max > 0),
  uses integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default date_trunc('second', now()),
  check (ends_at is null or ends_at > starts_at),
  check (amount_type <> 'percent' or amount <= 100),
  constraint discount_codes_uses_within_limit check (uses_max is null or uses <= uses_max)
);
create index discount_codes_affiliate on discount_codes (affiliate_id) where affiliate_id is not null;

create table orders (
  id integer generated always as identity primary key,
  kind text not null default 'store' check (kind in ('store', 'FLASHZILLAV3', 'FZPRO')),
  state text not null default 'pending_payment'
    check (state in ('pending_payment', 'paid', 'on_hold', 'part_shipped', 'shipped', 'delivered', 'cancelled')),
  region smallint not null,
  user_id integer references users,
  dealer_id integer references dealers,
  -- Who holds goods without having paid: 'user:5' or 'address:192.0.2.1'.
  placed_by text not null,
  email text not null,
  currency text not null,
  billing jsonb not null,
  -- Null when nothing is sent.
  shipping jsonb,
  tier_key text,
  tier_name text,
  list_minor bigint not null check (list_minor >= 0),
  discount_minor bigint not null check (discount_minor between 0 and list_minor),
  shipping_minor bigint not null check (shipping_minor >= 0),
  tax_minor bigint not null check (tax_minor >= 0),
  total_minor bigint not null,
  -- [{ "name": "GST", "percent": "5", "amount_minor": "500" }]
  taxes jsonb not null,
  -- [{ "id": "sale:3", "name": "Autumn", "code": null }]
  discounts jsonb not null,
  affiliate_id integer references affiliates,
  -- The rate that brought prices of the default currency into this one, and its day: a refund uses these, not today's.
  default_currency text not null,
  rate numeric,
  rate_as_of date,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null default date_trunc('second', now()),
  constraint orders_add_up check (total_minor = list_minor - discount_minor + shipping_minor + tax_minor)
);
-- Whoever holds a token may see and pay its order. Only hashes are kept; the page after checkout and each mail have their own, so
-- that one can be taken back without the others.
create table order_tokens (
  token_hash bytea primary key,
  order_id integer not null references orders,
  purpose text not null check (purpose in ('checkout', 'mail')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index order_tokens_order on order_tokens (order_id);

create index orders_user on orders (user_id, id desc) where user_id is not null;
create index orders_dealer on orders (dealer_id, id desc) where dealer_id is not null;
create index orders_state on orders (state, id desc);
create index orders_unpaid on orders (expires_at) where state = 'pending_payment';
create index orders_unpaid_by on orders (placed_by) where state = 'pending_payment';
create index orders_kind on orders (kind, id desc) where kind <> 'store';

-- As sold: a product that changes later does not change these.
create table order_lines (
  order_id integer not null references orders,
  line smallint not null,
  product_id integer not null references products,
  slug text not null,
  name text not null,
  sku text not null default '',
  -- [{ "option": "Cable", "selection": "Long" }]
  options jsonb not null,
  quantity smallint not null check (quantity between 1 and 20),
  unit_minor bigint not null check (unit_minor >= 0),
  list_minor bigint not null,
  discount_minor bigint not null check (discount_minor between 0 and list_minor),
  net_minor bigint not null,
  -- How many of them are sent once there are any, and the month that was told.
  back_ordered smallint not null default 0,
  back_order_month text,
  primary key (order_id, line),
  constraint order_lines_add_up check (list_minor = unit_minor * quantity and net_minor = list_minor - discount_minor)
);
create index order_lines_product on order_lines (product_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id integer not null references orders,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  detail jsonb not null default '{}'
);
create index order_events_order on order_events (order_id, id);
create trigger order_events_append_only before update or delete on order_events
  for each row execute function refuse_change();
create trigger order_events_no_truncate before truncate on order_events
  for each statement execute function refuse_change();

-- What was sold stays as it was sold.
create function refuse_order_rewrite() returns trigger language plpgsql as $$
begin
  if (new.currency, new.list_minor, new.discount_minor, new.shipping_minor, new.tax_minor, new.total_minor, new.placed_at)
    is distinct from (old.currency, old.list_minor, old.discount_minor, old.shipping_minor, old.tax_minor, old.total_minor, old.placed_at)
  then
    raise exception 'the sums of an order are never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger orders_sums_stay before update on orders for each row execute function refuse_order_rewrite();
create trigger order_lines_stay
  before delete or update of product_id, quantity, unit_minor, list_minor, discount_minor, net_minor on order_lines
  for each row execute function refuse_change();

-- An order with its lines; amounts as text, since JSON numbers lose cents.
create function read_order(which integer) returns jsonb language sql stable as $$
  select to_jsonb(o) || jsonb_build_object(
    'list_minor', o.list_minor::text, 'discount_minor', o.discount_minor::text, 'shipping_minor', o.shipping_minor::text,
    'tax_minor', o.tax_minor::text, 'total_minor', o.total_minor::text, 'rate', o.rate::text,
    'lines', (select jsonb_agg(to_jsonb(l) || jsonb_build_object('unit_minor', l.unit_minor::text, 'list_minor', l.list_minor::text,
      'discount_minor', l.discount_minor::text, 'net_minor', l.net_minor::text) order by l.line)
      from order_lines l where l.order_id = o.id))
  from orders o where o.id = which
$$;

-- Places an order in one statement: takes the uses of its codes, writes it with its lines, allocates the goods. Refuses as a whole
-- with TP001 (not enough in stock), TP002 (too many unpaid orders of one buyer) or TP003 (a code is used up; its id is the detail).
-- Codes are locked before stock, each in one order.
create function place_order(given jsonb, given_lines jsonb, short jsonb, unpaid_max integer)
returns jsonb language plpgsql as $$
declare
  moment timestamptz := (given ->> 'placed_at')::timestamptz;
  used text;
  made integer;
  later jsonb;
begin
  if (select count(*) from orders o where o.placed_by = given ->> 'placed_by' and o.state = 'pending_payment') >= unpaid_max then
    raise exception 'too many unpaid orders' using errcode = 'TP002';
  end if;
  for used in select d ->> 'id' from jsonb_array_elements(given -> 'discounts') d order by 1 loop
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
  insert into orders (kind, region, user_id, dealer_id, placed_by, email, currency, billing, shipping, tier_key, tier_name,
    list_minor, discount_minor, shipping_minor, tax_minor, total_minor, taxes, discounts, affiliate_id, default_currency, rate,
    rate_as_of, placed_at, expires_at, updated_at)
  select g.kind, g.region, g.user_id, g.dealer_id, g.placed_by,
    coalesce(nullif(g.email, ''), (select u.email::text from users u where u.id = g.user_id)), g.currency, g.billing,
    nullif(g.shipping, 'null'::jsonb), g.tier_key, g.tier_name, g.list_minor, g.discount_minor, g.shipping_minor, g.tax_minor,
    g.total_minor, g.taxes, g.discounts, g.affiliate_id, g.default_currency, g.rate, g.rate_as_of, moment, g.expires_at,
    date_trunc('second', moment)
  from jsonb_to_record(given) as g (kind text, region smallint, user_id integer, dealer_id integer,
    placed_by text, email text, currency text, billing jsonb, shipping jsonb, tier_key text, tier_name text, list_minor bigint,
    discount_minor bigint, shipping_minor bigint, tax_minor bigint, total_minor bigint, taxes jsonb, discounts jsonb,
    affiliate_id integer, default_currency text, rate numeric, rate_as_of date, expires_at timestamptz)
  returning id into made;
  insert into order_tokens (token_hash, order_id, purpose, created_at)
    values (decode(given ->> 'token_hash', 'hex'), made, 'checkout', moment);
  insert into order_lines (order_id, line, product_id, slug, name, sku, options, quantity, unit_minor, list_minor, discount_minor, net_minor)
  select made, l.line, l.product_id, l.slug, l.name, l.sku, l.options, l.quantity, l.unit_minor, l.list_minor,
    l.discount_minor, l.net_minor
  from jsonb_to_recordset(given_lines) as l (line smallint, product_id integer, slug text, name text, sku text, options jsonb,
    quantity smallint, unit_minor bigint, list_minor bigint, discount_minor bigint, net_minor bigint);
  select coalesce(jsonb_agg(jsonb_build_object('product_id', a.product, 'quantity', a.back_ordered, 'month', a.month))
    filter (where a.back_ordered > 0), '[]') into later
  from allocate_stock('order:' || made, given_lines, short, (given ->> 'region')::smallint, moment) a;
  insert into order_events (order_id, at, event, to_state, actor_id, detail)
  values (made, moment, 'place', 'pending_payment', (given ->> 'user_id')::integer,
    case later when '[]' then '{}'::jsonb else jsonb_build_object('back_orders', later) end);
  if later <> '[]' then
    update order_lines l set back_ordered = b.quantity, back_order_month = b.month
      from jsonb_to_recordset(later) as b (product_id integer, quantity smallint, month text)
      where l.order_id = made and l.product_id = b.product_id
        and l.line = (select min(f.line) from order_lines f where f.order_id = made and f.product_id = b.product_id);
  end if;
  return read_order(made);
end $$;

-- One step of an order and its event. Nothing happens unless the order stands in one of the states the step starts from: then the
-- answer is null, else the order with its lines. Codes are locked before stock, as when it was placed.
create function step_order(which integer, what text, starts text[], ends text, who integer, moment timestamptz, told jsonb,
  mail_token bytea default null)
returns jsonb language plpgsql as $$
declare
  before text;
  after orders;
begin
  select o.state into before from orders o where o.id = which and o.state = any(starts) for update;
  if before is null then return null; end if;
  update orders o set state = ends, updated_at = greatest(date_trunc('second', moment), o.updated_at + interval '1 second'),
    paid_at = case what when 'pay' then moment else o.paid_at end
    where o.id = which returning o.* into after;
  -- A code used by an order that never was paid is free again.
  if before = 'pending_payment' and ends = 'cancelled' then
    update sales s set uses = uses - 1 from jsonb_array_elements(after.discounts) d
      where d ->> 'id' = 'sale:' || s.id and s.uses > 0;
    update discount_codes c set uses = uses - 1 from jsonb_array_elements(after.discounts) d
      where d ->> 'id' = 'code:' || c.id and c.uses > 0;
  end if;
  if ends = 'cancelled' then
    perform settle_stock('order:' || which, 'RELEASE', null, who, moment);
  end if;
  if mail_token is not null then
    insert into order_tokens (token_hash, order_id, purpose, created_at) values (mail_token, which, 'mail', moment);
  end if;
  insert into order_events (order_id, at, event, from_state, to_state, actor_id, detail)
    values (which, moment, what, before, ends, who, told);
  return read_order(which);
end $$;
