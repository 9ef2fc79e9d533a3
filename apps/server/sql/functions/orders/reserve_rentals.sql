-- The duration of a rental or loan is that of the order, else the setting, else one week for a rental and three for a loan.
create or replace function reserve_rentals() returns trigger language plpgsql as $$
declare
  usual_rental smallint := coalesce((select (value #>> '{}')::smallint from settings where name = 'rental_days'), 7);
  usual_loan smallint := coalesce((select (value #>> '{}')::smallint from settings where name = 'loan_days'), 21);
begin
  with made as (
    insert into rentals (kind, state, order_id, line, product_id, quantity, days, currency, rent_minor, deposit_minor,
      created_at, updated_at)
    select case when p.is_loaner then 'loan' else 'rental' end,
      case when coalesce(x.deposit_minor, 0) = 0 then 'ready' else 'reserved' end, l.order_id, l.line, l.product_id, l.quantity,
      coalesce(l.rental_days, case when p.is_loaner then usual_loan else usual_rental end), new.currency, l.net_minor, coalesce(x.deposit_minor, 0) * l.quantity,
      new.paid_at, date_trunc('second', new.paid_at)
    from order_lines l join products p on p.id = l.product_id and (p.is_rental or p.is_loaner)
      left join product_prices x on x.product_id = p.id and x.currency = new.currency
    where l.order_id = new.id
    on conflict do nothing
    returning id, state
  )
  insert into rental_events (rental_id, at, to_state) select id, new.paid_at, state from made;
  return null;
end $$;
