-- The pieces of a line that the buyer keeps: neither cancelled nor returned.
create or replace view metric_sale_lines as
  select 'order:' || l.order_id as sale, l.line, 'product' as kind, 'product:' || l.product_id as item, l.name, l.quantity,
    greatest(l.net_minor, 0) as weight,
    case when (select o.state from orders o where o.id = l.order_id) = 'cancelled' then 0
      else l.quantity - l.cancelled - coalesce((select sum(r.quantity) from order_return_lines r join order_returns o on o.id = r.return_id
        where r.order_id = l.order_id and r.line = l.line and o.state = 'accepted'), 0) end::integer as kept
  from order_lines l
  union all
  select 'purchase:' || l.purchase_id, l.line, l.kind,
    case when l.kind = 'tune' then 'tune:' || coalesce(l.tune_id::text, l.label) else 'fee' end,
    case when l.kind = 'tune' then l.label else 'Installation' end, 1, greatest(l.net_minor, 0), 1
  from catalog_purchase_lines l;
