-- The number of pieces of a product we own in all places, how many of them have a known cost, and their value. Pieces that are rented
-- or lent out are included.
create or replace function stock_value(of_product integer)
returns table (pieces bigint, known bigint, worth bigint, currency text) language sql stable as $$
  select p.pieces, greatest(0, p.pieces - p.uncosted), p.worth,
    (select m.cost_currency from stock_movements m
      where m.product_id = of_product and m.cost_currency is not null order by m.id desc limit 1)
  from (
    select coalesce(sum(m.on_hand_change + m.in_transit_change + m.quarantine_change)
        filter (where m.kind not in ('ALLOCATE', 'RELEASE', 'RENT_OUT', 'RENT_IN', 'LOAN_OUT', 'LOAN_IN')), 0)::bigint as pieces,
      coalesce(sum(m.uncosted_pieces), 0)::bigint as uncosted,
      coalesce(sum(m.cost_minor) filter (where m.cost_currency is not null), 0)::bigint as worth
    from stock_movements m where m.product_id = of_product
  ) p
$$;
