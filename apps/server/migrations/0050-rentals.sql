-- A tool that is rented or lent: one for each line of an order that is paid. Its history is the truth, the state column the cache.
create table rentals (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('rental', 'loan')),
  state text not null check (state in
    ('reserved', 'ready', 'out', 'overdue', 'returned', 'inspected', 'closed', 'lost', 'cancelled')),
  order_id integer not null references orders,
  line smallint not null,
  product_id integer not null references products,
  quantity smallint not null check (quantity > 0),
  -- For so many days after it went out.
  days smallint not null check (days > 0),
  currency text not null,
  rent_minor bigint not null check (rent_minor >= 0),
  -- Taken by a payment of its own and kept on an account of its own until the tool is back and looked at.
  deposit_minor bigint not null check (deposit_minor >= 0),
  deposit_paid_at timestamptz,
  -- Where it left from and comes back to.
  location_id integer references stock_locations,
  out_at timestamptz,
  due_at timestamptz,
  returned_at timestamptz,
  late_fee_minor bigint not null default 0 check (late_fee_minor >= 0),
  damage_minor bigint not null default 0 check (damage_minor >= 0),
  taken_minor bigint not null default 0 check (taken_minor between 0 and deposit_minor),
  reminded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (order_id, line)
);
create index rentals_state on rentals (state, id desc);
create index rentals_due on rentals (due_at) where state in ('out', 'overdue');

create table rental_events (
  id bigint generated always as identity primary key,
  rental_id integer not null references rentals,
  at timestamptz not null,
  from_state text,
  to_state text not null,
  actor_id integer,
  note text not null default '',
  transfer_id bigint
);
create index rental_events_rental on rental_events (rental_id, id);
create trigger rental_events_append_only before update or delete on rental_events
  for each row execute function refuse_change();

-- Whoever pays for a rental tool has reserved it; without a deposit it is ready to go.
create function reserve_rentals() returns trigger language plpgsql as $$
begin
  with made as (
    insert into rentals (kind, state, order_id, line, product_id, quantity, days, currency, rent_minor, deposit_minor,
      created_at, updated_at)
    select case when p.is_loaner then 'loan' else 'rental' end,
      case when coalesce(x.deposit_minor, 0) = 0 then 'ready' else 'reserved' end, l.order_id, l.line, l.product_id, l.quantity,
      case when p.is_loaner then 21 else 7 end, new.currency, l.net_minor, coalesce(x.deposit_minor, 0) * l.quantity,
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
create trigger orders_reserve_rentals after update of state on orders
  for each row when (new.state = 'paid' and old.state = 'pending_payment') execute function reserve_rentals();
