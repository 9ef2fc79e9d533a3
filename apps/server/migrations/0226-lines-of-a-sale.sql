-- Lines of orders and purchases are found by the index of their sale. The subject of a line itself has no index, so that
-- the lines of one sale were found by reading all lines.
create or replace view store_sale_lines as
  select 'order:' || o.id as subject, l.line, l.slug, l.name, l.quantity, l.net_minor, l.discount_minor
  from orders o join order_lines l on l.order_id = o.id
  union all
  select 'purchase:' || c.id, l.line, coalesce('tune:' || l.tune_id, 'tool:' || l.tool_id, l.kind), l.label, 1::smallint,
    l.net_minor, l.list_minor - l.net_minor
  from catalog_purchases c join catalog_purchase_lines l on l.purchase_id = c.id
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
