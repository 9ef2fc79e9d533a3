-- Unpaid orders reserve stock. How much one client may reserve is limited by network address, by browser and by user, and a discount
-- code is used when its order is paid, not when it is placed.
alter table orders
  -- 'address:192.0.2.1' and 'session:<hash of the guest cookie>'; the user is in placed_by.
  add column placed_from text,
  add column placed_session text,
  add column holds_stock boolean not null default false,
  -- The uses of its codes are counted: from the start of a payment, until the card is refused or the order ends.
  add column codes_taken boolean not null default false;
update orders set holds_stock = exists (select from stock_movements m where m.reference = 'order:' || orders.id and m.kind = 'ALLOCATE')
  where state = 'pending_payment';
update orders set codes_taken = true where state <> 'cancelled';
alter table catalog_purchases add column codes_taken boolean not null default false;
update catalog_purchases set codes_taken = true where state <> 'cancelled';

drop index orders_unpaid_by;
create index orders_unpaid_by on orders (placed_by, placed_at) where paid_at is null;
create index orders_unpaid_from on orders (placed_from, placed_at) where paid_at is null;
create index orders_unpaid_session on orders (placed_session, placed_at) where paid_at is null and placed_session is not null;

-- Refuses an order (TP002) that would exceed what one of its holders may reserve without paying. The detail names the holder and the
-- limit. Holders are locked in one order, so that parallel orders of one client are counted one after the other.
create function require_hold_room(holders jsonb, given_lines jsonb, moment timestamptz) returns void language plpgsql as $$
declare
  exceeded jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid ' || k.key, 0))
    from (select h ->> 'key' as key from jsonb_array_elements(holders) h order by 1) k;
  with mine as materialized (
    select o.id, o.state = 'pending_payment' as open, array[o.placed_by, o.placed_from, o.placed_session] as keys
    from orders o
    where o.paid_at is null and o.holds_stock and o.placed_at > moment - interval '1 day'
      and (o.placed_by in (select h ->> 'key' from jsonb_array_elements(holders) h)
        or o.placed_from in (select h ->> 'key' from jsonb_array_elements(holders) h)
        or o.placed_session in (select h ->> 'key' from jsonb_array_elements(holders) h))
  ), wanted as (
    select l.product_id, sum(l.quantity)::integer as pieces
    from jsonb_to_recordset(given_lines) as l (product_id integer, quantity integer) group by l.product_id
  )
  select jsonb_build_object('holder', h.kind, 'limit', x.reason, 'max', x.most) into exceeded
  from jsonb_to_recordset(holders) as h (kind text, key text, orders integer, pieces integer, of_one integer, a_day integer)
  cross join lateral (
    select count(*) filter (where m.open) as orders, count(*) as a_day from mine m where h.key = any(m.keys)
  ) c
  cross join lateral (
    select sum(s.pieces) as pieces, max(s.pieces) as of_one
    from (
      select p.id, sum(x.pieces) as pieces
      from (
        select w.product_id, w.pieces from wanted w
        union all
        select l.product_id, l.quantity from mine m join order_lines l on l.order_id = m.id where m.open and h.key = any(m.keys)
      ) x join products p on p.id = x.product_id and p.tracks_stock
      group by p.id
    ) s
  ) p
  cross join lateral (
    values ('orders', h.orders, c.orders >= h.orders), ('a_day', h.a_day, c.a_day >= h.a_day),
      ('of_one', h.of_one, p.of_one > h.of_one), ('pieces', h.pieces, p.pieces > h.pieces)
  ) x (reason, most, is_exceeded)
  -- An order of untracked products reserves nothing.
  where p.pieces is not null and x.is_exceeded
    and exists (select from wanted w join products t on t.id = w.product_id and t.tracks_stock)
  limit 1;
  if exceeded is not null then
    raise exception 'too many unpaid holds' using errcode = 'TP002', detail = exceeded::text;
  end if;
end $$;

-- Refuses (TP003) a code that has no use left; nothing is counted.
create function require_discount_uses(discounts jsonb) returns void language plpgsql as $$
declare
  used text;
begin
  select d ->> 'id' into used from jsonb_array_elements(discounts) d
  where not exists (select from sales s where d ->> 'id' = 'sale:' || s.id and (s.uses_max is null or s.uses < s.uses_max))
    and not exists (select from discount_codes c where d ->> 'id' = 'code:' || c.id and (c.uses_max is null or c.uses < c.uses_max))
  limit 1;
  if used is not null then raise exception 'a code is used up' using errcode = 'TP003', detail = used; end if;
end $$;

-- Counts the uses, or answers false and counts none.
create function try_take_discount_uses(discounts jsonb) returns boolean language plpgsql as $$
begin
  perform take_discount_uses(discounts);
  return true;
exception when sqlstate 'TP003' then
  return false;
end $$;

drop function place_order(jsonb, jsonb, jsonb, integer);
-- Places an order in one statement: writes it with its lines and reserves the goods. Refuses as a whole with TP001 (not enough in
-- stock), TP002 (too much reserved without paying) or TP003 (a code is used up; its id is the detail). `guest` and `member` say how
-- long and how much may be reserved; a user whose address is not confirmed counts as a guest.
create function place_order(given jsonb, given_lines jsonb, short jsonb, guest jsonb, member jsonb, unpaid_max integer)
returns jsonb language plpgsql as $$
declare
  moment timestamptz := (given ->> 'placed_at')::timestamptz;
  request text := given ->> 'request_key';
  rules jsonb := guest;
  made integer;
  later jsonb;
begin
  if request is not null then
    select o.id into made from orders o where o.request_key = request;
    if found then
      -- Its answer never arrived, or this would not be asked again: the asker gets a token of their own.
      insert into order_tokens (token_hash, order_id, purpose, created_at)
        values (decode(given ->> 'token_hash', 'hex'), made, 'checkout', moment);
      return read_order(made);
    end if;
  end if;
  if exists (select from users u where u.id = (given ->> 'user_id')::integer and u.email_confirmed_at is not null) then
    rules := member;
  end if;
  if (select count(*) from orders o where o.placed_by = given ->> 'placed_by' and o.paid_at is null
      and o.placed_at > moment - interval '1 day') >= unpaid_max then
    raise exception 'too many unpaid orders' using errcode = 'TP002', detail = '{"holder": "any", "limit": "a_day"}';
  end if;
  perform require_discount_uses(given -> 'discounts');
  perform require_hold_room(rules -> 'holders', given_lines, moment);
  insert into orders (kind, region, user_id, dealer_id, placed_by, placed_from, placed_session, email, currency, billing, shipping,
    tier_key, tier_name, list_minor, discount_minor, shipping_minor, tax_minor, total_minor, taxes, discounts, affiliate_id,
    default_currency, rate, rate_as_of, placed_at, expires_at, updated_at, request_key, holds_stock)
  select g.kind, g.region, g.user_id, g.dealer_id, g.placed_by, g.placed_from, g.placed_session,
    coalesce(nullif(g.email, ''), (select u.email::text from users u where u.id = g.user_id)), g.currency, g.billing,
    nullif(g.shipping, 'null'::jsonb), g.tier_key, g.tier_name, g.list_minor, g.discount_minor, g.shipping_minor, g.tax_minor,
    g.total_minor, g.taxes, g.discounts, g.affiliate_id, g.default_currency, g.rate, g.rate_as_of, moment,
    moment + make_interval(mins => (rules ->> 'minutes')::integer), date_trunc('second', moment), request,
    exists (select from jsonb_to_recordset(given_lines) as l (product_id integer) join products p on p.id = l.product_id
      where p.tracks_stock)
  from jsonb_to_record(given) as g (kind text, region smallint, user_id integer, dealer_id integer, placed_by text, placed_from text,
    placed_session text, email text, currency text, billing jsonb, shipping jsonb, tier_key text, tier_name text, list_minor bigint,
    discount_minor bigint, shipping_minor bigint, tax_minor bigint, total_minor bigint, taxes jsonb, discounts jsonb,
    affiliate_id integer, default_currency text, rate numeric, rate_as_of date)
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

-- The start of a payment: the goods stay reserved until `until`, but never longer than `longest` after the order was placed, and the
-- uses of the codes are counted (TP003 when one has none left).
create function begin_order_payment(which integer, until timestamptz, longest interval) returns jsonb language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders x where x.id = which for update;
  if o.state = 'pending_payment' then
    if not o.codes_taken then perform take_discount_uses(o.discounts); end if;
    update orders x set codes_taken = true,
      expires_at = case when o.expires_at > now() then greatest(o.expires_at, least(until, o.placed_at + longest)) else o.expires_at end
      where x.id = which;
  end if;
  return read_order(which);
end $$;

-- A refused card: the uses are free until the payer tries again.
create function release_order_codes(which integer) returns void language plpgsql as $$
declare
  discounts jsonb;
begin
  update orders o set codes_taken = false where o.id = which and o.codes_taken and o.state = 'pending_payment'
    returning o.discounts into discounts;
  if found then perform free_discount_uses(discounts); end if;
end $$;

-- One step of an order and its event. Nothing happens unless the order is in one of the states the step starts from: then the answer
-- is null, else the order with its lines. An order that is paid late, when its code has no use left, is cancelled instead, and the
-- answer is null as well. Codes are locked before stock.
create or replace function step_order(which integer, what text, starts text[], ends text, who integer, moment timestamptz, told jsonb,
  mail_token bytea default null)
returns jsonb language plpgsql as $$
declare
  before orders;
  after orders;
begin
  select * into before from orders o where o.id = which and o.state = any(starts) for update;
  if before.id is null then return null; end if;
  if what = 'pay' and not before.codes_taken then
    if not try_take_discount_uses(before.discounts) then
      perform step_order(which, 'expire', array[before.state], 'cancelled', null, moment, '{"reason": "a code was used up"}');
      return null;
    end if;
  end if;
  update orders o set state = ends, updated_at = greatest(date_trunc('second', moment), o.updated_at + interval '1 second'),
    paid_at = case what when 'pay' then moment else o.paid_at end,
    codes_taken = what = 'pay' or (o.codes_taken and not (before.state = 'pending_payment' and ends = 'cancelled'))
    where o.id = which returning o.* into after;
  if before.state = 'pending_payment' and ends = 'cancelled' and before.codes_taken then
    perform free_discount_uses(before.discounts);
  end if;
  if ends = 'cancelled' then
    perform settle_stock('order:' || which, 'RELEASE', null, who, moment);
  end if;
  if mail_token is not null then
    insert into order_tokens (token_hash, order_id, purpose, created_at) values (mail_token, which, 'mail', moment);
  end if;
  insert into order_events (order_id, at, event, from_state, to_state, actor_id, detail)
    values (which, moment, what, before.state, ends, who, told);
  return read_order(which);
end $$;
