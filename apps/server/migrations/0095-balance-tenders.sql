-- A part or the whole of an order may be paid from money that is with us: a dealer's account or prepaid money. Purchases of tunes have
-- had this for accounts; they now say which of the two it was.
alter table orders
  add column balance_minor bigint not null default 0,
  add column balance_source text constraint orders_balance_source check (balance_source in ('account', 'prepaid')),
  -- 'dealer:5' or 'user:7'
  add column balance_owner text,
  -- What is held there while a card pays the rest.
  add column balance_hold_id bigint,
  add constraint orders_balance_part check (balance_minor between 0 and total_minor
    and (balance_minor = 0) = (balance_source is null) and (balance_source is null) = (balance_owner is null));
alter table catalog_purchases
  add column balance_source text not null default 'account' check (balance_source in ('account', 'prepaid')),
  -- Null: the account of its dealer.
  add column balance_owner text;

do $$
declare
  old text;
begin
  select conname into strict old from pg_constraint
    where conrelid = 'catalog_purchases'::regclass and pg_get_constraintdef(oid) like '%account_minor = 0%dealer_id IS NOT NULL%';
  execute format('alter table catalog_purchases drop constraint %I', old);
end $$;
alter table catalog_purchases
  add constraint catalog_purchases_balance_owner check (account_minor = 0 or dealer_id is not null or balance_owner is not null);

create or replace function read_order(which integer) returns jsonb language sql stable as $$
  select to_jsonb(o) || jsonb_build_object(
    'list_minor', o.list_minor::text, 'discount_minor', o.discount_minor::text, 'shipping_minor', o.shipping_minor::text,
    'tax_minor', o.tax_minor::text, 'total_minor', o.total_minor::text, 'rate', o.rate::text, 'balance_minor', o.balance_minor::text,
    'balance_hold_id', o.balance_hold_id::text,
    'refunded_minor', case when o.paid_at is null then '0' else (select coalesce(sum(r.amount_minor), 0)::text
      from payments p join payment_refunds r on r.payment_id = p.id and r.state = 'settled'
      where p.subject in ('order:' || o.id, 'order-account:' || o.id)) end,
    'shipments', case when o.shipped_at is null then '[]'::jsonb else (select coalesce(jsonb_agg(jsonb_build_object('carrier', s.carrier,
      'tracking_number', s.tracking_number, 'lines', s.lines, 'shipped_at', s.shipped_at) order by s.id), '[]')
      from order_shipments s where s.order_id = o.id) end,
    'lines', (select jsonb_agg(to_jsonb(l) || jsonb_build_object('unit_minor', l.unit_minor::text, 'list_minor', l.list_minor::text,
      'discount_minor', l.discount_minor::text, 'net_minor', l.net_minor::text) order by l.line)
      from order_lines l where l.order_id = o.id))
  from orders o where o.id = which
$$;

-- What an account or prepaid money paid of an order is a transaction of its own. Lines and sums are with the card where there is one,
-- so that a column can be summed.
create or replace view store_sales as
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
  from catalog_purchases c where c.account_minor > 0
  union all
  select 'order-account:' || o.id, 'order', o.id, o.kind, o.state, o.email, o.billing ->> 'full_name', o.billing ->> 'country_code',
    case when o.balance_minor = o.total_minor then o.shipping_minor else 0 end,
    case when o.balance_minor = o.total_minor then o.tax_minor else 0 end, o.tracking_number
  from orders o where o.balance_minor > 0;
create or replace view store_sale_lines as
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
  select 'purchase-account:' || c.id, 1::smallint, 'account', 'The part on the account', 1::smallint, 0, 0
  from catalog_purchases c where c.account_minor > 0 and c.card_minor > 0
  union all
  select 'order-account:' || o.id, l.line, l.slug, l.name, l.quantity, l.net_minor, l.discount_minor
  from orders o join order_lines l on l.order_id = o.id where o.balance_minor > 0 and o.balance_minor = o.total_minor
  union all
  select 'order-account:' || o.id, 1::smallint, 'account', 'The part from the balance', 1::smallint, 0, 0
  from orders o where o.balance_minor > 0 and o.balance_minor < o.total_minor;
