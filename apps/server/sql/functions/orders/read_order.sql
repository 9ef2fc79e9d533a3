-- An order with its lines and shipments. Amounts are text, because JSON numbers lose precision above 2^53.
create or replace function read_order(which integer) returns jsonb language sql stable as $$
  select to_jsonb(o) || jsonb_build_object(
    'list_minor', o.list_minor::text, 'discount_minor', o.discount_minor::text, 'shipping_minor', o.shipping_minor::text,
    'tax_minor', o.tax_minor::text, 'total_minor', o.total_minor::text, 'rate', o.rate::text, 'balance_minor', o.balance_minor::text,
    'balance_hold_id', o.balance_hold_id::text,
    'contained_minor', o.contained_minor::text, 'shipping_contained_minor', o.shipping_contained_minor::text,
    'refunded_minor', case when o.paid_at is null then '0' else (select coalesce(sum(r.amount_minor), 0)::text
      from payments p join payment_refunds r on r.payment_id = p.id and r.state = 'settled'
      where p.subject in ('order:' || o.id, 'order-account:' || o.id)) end,
    'shipments', case when o.shipped_at is null then '[]'::jsonb else (select coalesce(jsonb_agg(jsonb_build_object('carrier', s.carrier,
      'tracking_number', s.tracking_number, 'lines', s.lines, 'shipped_at', s.shipped_at) order by s.id), '[]')
      from order_shipments s where s.order_id = o.id) end,
    'lines', (select jsonb_agg(to_jsonb(l) || jsonb_build_object('unit_minor', l.unit_minor::text, 'list_minor', l.list_minor::text,
      'discount_minor', l.discount_minor::text, 'contained_minor', l.contained_minor::text, 'net_minor', l.net_minor::text) order by l.line)
      from order_lines l where l.order_id = o.id))
  from orders o where o.id = which
$$;
