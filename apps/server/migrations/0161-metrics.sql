-- Orders and purchases of tunes as metrics see them: who bought, where, and from which source.
create view metric_sales as
  select 'order:' || o.id as sale, 'order' as kind, o.id as sale_id, o.region, coalesce(o.billing ->> 'country_code', '') as country,
    o.dealer_id, o.user_id, lower(o.email::text) as email, coalesce(o.billing ->> 'full_name', '') as buyer, o.currency,
    o.total_minor - o.tax_minor as net_minor, o.placed_at, o.paid_at, ''::text as vehicle, ''::text as make, o.tracking_tag_id
  from orders o
  union all
  select 'purchase:' || c.id, 'purchase', c.id, c.region, coalesce(c.billing ->> 'country_code', ''),
    c.dealer_id, c.user_id, lower(c.email::text), coalesce(c.billing ->> 'full_name', ''), c.currency,
    c.total_minor - c.tax_minor, c.placed_at, c.paid_at, c.vehicle,
    coalesce(split_part(trim(leading '/' from c.vehicle_path), '/', 2), ''), c.tracking_tag_id
  from catalog_purchases c;

-- What a sale is made of. The weights of its lines share its money.
create view metric_sale_lines as
  select 'order:' || l.order_id as sale, l.line, 'product' as kind, 'product:' || l.product_id as item, l.name, l.quantity,
    greatest(l.net_minor, 0) as weight
  from order_lines l
  union all
  select 'purchase:' || l.purchase_id, l.line, l.kind,
    case when l.kind = 'tune' then 'tune:' || coalesce(l.tune_id::text, l.label) else 'fee' end,
    case when l.kind = 'tune' then l.label else 'Installation' end, 1, greatest(l.net_minor, 0)
  from catalog_purchase_lines l;

create index orders_paid on orders (paid_at) where paid_at is not null;
create index catalog_purchases_paid on catalog_purchases (paid_at) where paid_at is not null;
create index tune_requests_delivered_at on tune_requests (delivered_at) where delivered_at is not null;
