-- How many pieces of a product are ours, wherever they are, and what they are worth. What is rented or lent out stays ours.
create or replace function stock_value(of_product integer)
returns table (pieces bigint, worth bigint, currency text) language sql stable as $$
  select
    (select coalesce(sum(m.on_hand_change + m.in_transit_change + m.quarantine_change), 0) from stock_movements m
      where m.product_id = of_product and m.kind not in ('ALLOCATE', 'RELEASE', 'RENT_OUT', 'RENT_IN', 'LOAN_OUT', 'LOAN_IN')),
    (select coalesce(sum(m.cost_minor), 0)::bigint from stock_movements m
      where m.product_id = of_product and m.cost_currency is not null),
    (select m.cost_currency from stock_movements m
      where m.product_id = of_product and m.cost_currency is not null order by m.id desc limit 1)
$$;
