-- Places an order in one statement: writes it with its lines and reserves the goods. Fails with TP001 (not enough in
-- stock), TP002 (too much reserved without paying) or TP003 (a code is used up; its id is the detail). `guest` and `member` define how
-- long and how much may be reserved; a user whose address is not confirmed counts as a guest.
create or replace function place_order(given jsonb, given_lines jsonb, short jsonb, guest jsonb, member jsonb, unpaid_max integer)
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
      -- A retry means that the first response was lost: the caller gets a new token.
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
  insert into orders (kind, region, user_id, dealer_id, placed_by, placed_from, placed_session, placed_site, email, currency, billing, shipping,
    tier_key, tier_name, list_minor, discount_minor, shipping_minor, tax_minor, total_minor, taxes, discounts, affiliate_id,
    affiliate_share_percent, tracking_tag_id,
    tax_included, reverse_charge, contained_minor, shipping_contained_minor,
    default_currency, rate, rate_as_of, placed_at, expires_at, updated_at, request_key, holds_stock)
  select g.kind, g.region, g.user_id, g.dealer_id, g.placed_by, g.placed_from, g.placed_session, g.placed_site,
    coalesce(nullif(g.email, ''), (select u.email::text from users u where u.id = g.user_id)), g.currency, g.billing,
    nullif(g.shipping, 'null'::jsonb), g.tier_key, g.tier_name, g.list_minor, g.discount_minor, g.shipping_minor, g.tax_minor,
    g.total_minor, g.taxes, g.discounts, g.affiliate_id, g.affiliate_share_percent,
    g.tracking_tag_id, g.tax_included, g.reverse_charge, g.contained_minor, g.shipping_contained_minor, g.default_currency, g.rate, g.rate_as_of, moment,
    moment + make_interval(mins => (rules ->> 'minutes')::integer), date_trunc('second', moment), request,
    exists (select from jsonb_to_recordset(given_lines) as l (product_id integer) join products p on p.id = l.product_id
      where p.tracks_stock)
  from jsonb_to_record(given) as g (kind text, region smallint, user_id integer, dealer_id integer, placed_by text, placed_from text,
    placed_session text, placed_site text, email text, currency text, billing jsonb, shipping jsonb, tier_key text, tier_name text, list_minor bigint,
    discount_minor bigint, shipping_minor bigint, tax_minor bigint, total_minor bigint, taxes jsonb, discounts jsonb,
    affiliate_id integer, affiliate_share_percent numeric, tracking_tag_id integer, default_currency text, rate numeric, rate_as_of date,
    tax_included boolean, reverse_charge boolean, contained_minor bigint, shipping_contained_minor bigint)
  returning id into made;
  insert into order_tokens (token_hash, order_id, purpose, created_at)
    values (decode(given ->> 'token_hash', 'hex'), made, 'checkout', moment);
  insert into order_lines (order_id, line, product_id, slug, name, sku, options, quantity, unit_minor, list_minor, discount_minor,
    contained_minor, net_minor, rental_days)
  select made, l.line, l.product_id, l.slug, l.name, l.sku, l.options, l.quantity, l.unit_minor, l.list_minor,
    l.discount_minor, l.contained_minor, l.net_minor, l.rental_days
  from jsonb_to_recordset(given_lines) as l (line smallint, product_id integer, slug text, name text, sku text, options jsonb,
    quantity smallint, unit_minor bigint, list_minor bigint, discount_minor bigint, contained_minor bigint, net_minor bigint,
    rental_days smallint);
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
