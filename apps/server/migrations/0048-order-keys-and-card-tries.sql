-- One wish to order is one order, also when the process dies between writing it and keeping its answer: the next try with the same key
-- finds it. So the order is written in a statement of its own, and nobody waits for its goods while an answer is made and stored.
alter table orders add column request_key text;
create unique index orders_request_key on orders (request_key) where request_key is not null;
-- What an order earned when it left stands in the ledger, and nowhere else.
alter table orders drop column earned_goods_minor, drop column earned_shipping_minor;

create or replace function place_order(given jsonb, given_lines jsonb, short jsonb, unpaid_max integer)
returns jsonb language plpgsql as $$
declare
  moment timestamptz := (given ->> 'placed_at')::timestamptz;
  request text := given ->> 'request_key';
  used text;
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
    rate_as_of, placed_at, expires_at, updated_at, request_key)
  select g.kind, g.region, g.user_id, g.dealer_id, g.placed_by,
    coalesce(nullif(g.email, ''), (select u.email::text from users u where u.id = g.user_id)), g.currency, g.billing,
    nullif(g.shipping, 'null'::jsonb), g.tier_key, g.tier_name, g.list_minor, g.discount_minor, g.shipping_minor, g.tax_minor,
    g.total_minor, g.taxes, g.discounts, g.affiliate_id, g.default_currency, g.rate, g.rate_as_of, moment, g.expires_at,
    date_trunc('second', moment), request
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

-- Whoever tries stolen cards one after the other does it at a shop that lets them. Refused tries are counted for each payment and
-- for each client ('user:5' or 'address:192.0.2.1'); a stumble of the network is not a try.
alter table payment_attempts add column client text;
create index payment_attempts_refused_to on payment_attempts (client, ended_at)
  where client is not null and state in ('failed', 'dropped') and error_kind is distinct from 'network_down_retry';

drop function prepare_payment(text, text, bigint, text, text, text, integer, boolean, text);
-- Finds or makes the payment of a subject and the one attempt that may be on its way, in one statement. An expected no is an answer:
-- 'paid', 'changed' (the sum or the provider is another one), 'method' (no such stored method), 'busy' (a try with another card has
-- no answer yet), 'tries' (too many refused cards for this payment), 'client' (too many of one client within the hour).
create function prepare_payment(
  p_subject text, p_payer text, p_amount bigint, p_currency text, p_provider text, p_method text, p_stored integer, p_keep boolean,
  p_capture text, p_client text, p_tries integer, p_client_tries integer,
  out problem text, out payment payments, out attempt payment_attempts
) language plpgsql as $$
declare
  token text := p_method;
  customer text;
  fresh boolean;
begin
  insert into payments as p (subject, payer, amount_minor, currency, provider, capture)
    values (p_subject, p_payer, p_amount, p_currency, p_provider, p_capture)
    on conflict (subject) where state <> 'voided' do update set subject = excluded.subject
    returning p.* into payment;
  fresh := not exists (select from payment_history h where h.payment_id = payment.id);
  if fresh then
    insert into payment_history (payment_id, event, state_before, state_after, via) values (payment.id, 'create', null, 'created', 'answer');
  end if;
  if payment.state not in ('created', 'requires_action', 'failed') then
    problem := 'paid';
    return;
  end if;
  if payment.amount_minor <> p_amount or payment.currency <> p_currency or payment.provider <> p_provider then
    problem := 'changed';
    return;
  end if;
  if p_stored is not null then
    select m.provider_method_id into token from payment_methods m
      where m.id = p_stored and m.owner = p_payer and m.provider = p_provider and m.removed_at is null;
    if not found then
      problem := 'method';
      return;
    end if;
  end if;
  select * into attempt from payment_attempts a where a.payment_id = payment.id and a.state in ('open', 'action');
  if found then
    if attempt.method = token then
      return;
    end if;
    if attempt.state = 'open' then
      problem := 'busy';
      return;
    end if;
    update payment_attempts set state = 'dropped', ended_at = now() where id = attempt.id;
    attempt := null;
  end if;
  if (select count(*) from payment_attempts a where a.payment_id = payment.id and a.state in ('failed', 'dropped')
      and a.error_kind is distinct from 'network_down_retry') >= p_tries then
    problem := 'tries';
    return;
  end if;
  if p_client is not null and (select count(*) from payment_attempts a where a.client = p_client and a.ended_at > now() - interval '1 hour'
      and a.state in ('failed', 'dropped') and a.error_kind is distinct from 'network_down_retry') >= p_client_tries then
    problem := 'client';
    return;
  end if;
  if p_stored is not null or p_keep then
    select c.customer_id into customer from payment_customers c where c.owner = p_payer and c.provider = p_provider;
  end if;
  insert into payment_attempts (payment_id, number, key, method, stored_method_id, customer_id, intent_id, keep_method, client)
    select payment.id, n, payment.uuid || '.' || n, token, p_stored, customer, payment.intent_id, p_keep and customer is not null,
      p_client
    from (select coalesce(max(a.number), 0) + 1 as n from payment_attempts a where a.payment_id = payment.id) next
    returning * into attempt;
  if payment.state <> 'created' then
    insert into payment_history (payment_id, event, state_before, state_after, via, detail)
      values (payment.id, 'try-again', payment.state, 'created', 'answer', jsonb_build_object('attempt', attempt.number));
    update payments p set state = 'created', error_kind = null, updated_at = now() where p.id = payment.id returning p.* into payment;
  end if;
end $$;
