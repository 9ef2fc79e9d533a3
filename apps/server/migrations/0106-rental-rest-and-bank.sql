-- What a rental cost beyond its deposit, when the customer was asked to pay it.
alter table rentals
  add column rest_minor bigint not null default 0 check (rest_minor >= 0),
  add column rest_paid_at timestamptz;

create or replace view paid_subjects as
  select subject, sale, sale_id, kind, state, email, buyer, country, shipping_minor, tax_minor, tracking_number from store_sales
  union all
  select 'rental:' || r.id, 'rental', r.id, 'deposit', r.state, o.email, o.billing ->> 'full_name', o.billing ->> 'country_code', 0, 0, ''
  from rentals r join orders o on o.id = r.order_id
  union all
  select 'rental-rest:' || r.id, 'rental', r.id, 'damage', r.state, o.email, o.billing ->> 'full_name', o.billing ->> 'country_code', 0, 0, ''
  from rentals r join orders o on o.id = r.order_id where r.rest_minor > 0;
create or replace view paid_subject_lines as
  select subject, line, slug, name, quantity, net_minor, discount_minor from store_sale_lines
  union all
  select 'rental:' || r.id, 1::smallint, p.slug, 'Deposit for ' || p.name, r.quantity, r.deposit_minor, 0
  from rentals r join products p on p.id = r.product_id
  union all
  select 'rental-rest:' || r.id, 1::smallint, p.slug, 'Damage and late fees for ' || p.name, r.quantity, r.rest_minor, 0
  from rentals r join products p on p.id = r.product_id where r.rest_minor > 0;

-- Payouts leave from a bank, not from the payment provider. Those made before stay where they were posted.
insert into ledger_kinds (kind, party, min_minor, max_minor) values ('bank', false, null, null);
