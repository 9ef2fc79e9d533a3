-- How long a tool is rented or lent is a setting; without one it is a week, and three.
create or replace function reserve_rentals() returns trigger language plpgsql as $$
declare
  rental_days smallint := coalesce((select (value #>> '{}')::smallint from settings where name = 'rental_days'), 7);
  loan_days smallint := coalesce((select (value #>> '{}')::smallint from settings where name = 'loan_days'), 21);
begin
  with made as (
    insert into rentals (kind, state, order_id, line, product_id, quantity, days, currency, rent_minor, deposit_minor,
      created_at, updated_at)
    select case when p.is_loaner then 'loan' else 'rental' end,
      case when coalesce(x.deposit_minor, 0) = 0 then 'ready' else 'reserved' end, l.order_id, l.line, l.product_id, l.quantity,
      case when p.is_loaner then loan_days else rental_days end, new.currency, l.net_minor, coalesce(x.deposit_minor, 0) * l.quantity,
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

-- What a transaction pays for: what is sold, and what is only kept until a tool is back.
create view paid_subjects as
  select subject, sale, sale_id, kind, state, email, buyer, country, shipping_minor, tax_minor, tracking_number from store_sales
  union all
  select 'rental:' || r.id, 'rental', r.id, 'deposit', r.state, o.email, o.billing ->> 'full_name', o.billing ->> 'country_code', 0, 0, ''
  from rentals r join orders o on o.id = r.order_id;
create view paid_subject_lines as
  select subject, line, slug, name, quantity, net_minor, discount_minor from store_sale_lines
  union all
  select 'rental:' || r.id, 1::smallint, p.slug, 'Deposit for ' || p.name, r.quantity, r.deposit_minor, 0
  from rentals r join products p on p.id = r.product_id;

-- A tool is one tool: its serial number stands in one open trade-in, however it is written.
alter table trade_ins add column serial_key text not null generated always as
  (coalesce(nullif(upper(regexp_replace(serial, '[^[:alnum:]]', '', 'g')), ''), serial)) stored;
create index trade_ins_serial on trade_ins (serial_key, id);
-- Written twice before this rule held.
alter table trade_ins add column serial_twice boolean not null default false;
update trade_ins t set serial_twice = true
  where exists (select from trade_ins o where o.serial_key = t.serial_key and o.id < t.id);
create unique index trade_ins_open_serial on trade_ins (serial_key)
  where not serial_twice and state not in ('rejected', 'declined', 'expired', 'credited', 'returned');

-- Pictures of the tool, encoded anew in several widths; nothing of what was sent is kept.
create table trade_in_photos (
  id integer generated always as identity primary key,
  trade_in_id integer not null references trade_ins,
  width integer not null,
  height integer not null,
  sizes jsonb not null,
  uploaded_by integer references users,
  created_at timestamptz not null
);
create index trade_in_photos_trade_in on trade_in_photos (trade_in_id, id);
