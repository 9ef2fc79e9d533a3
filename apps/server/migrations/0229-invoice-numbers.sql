-- Numbers of invoices and credit notes have no gaps. `next_document_no` locks the row of the series until the transaction that issues the
-- document is committed; a rollback takes the number back.
create table document_counters (
  series text primary key,
  last_no integer not null check (last_no >= 0)
);
insert into document_counters (series, last_no) values ('invoice:1', 0), ('invoice:2', 0), ('credit-note', 0);

-- One series of invoices per region, for orders and purchases of tunes alike.
alter table orders add column invoice_no integer check (invoice_no > 0);
alter table catalog_purchases add column invoice_no integer check (invoice_no > 0);

-- Invoices issued before, in the order of their issue.
create temporary table numbered_invoices on commit drop as
  select sale, id, region, row_number() over (partition by region order by paid_at, sale, id)::integer as no
  from (
    select 'order' as sale, id, region, paid_at from orders where paid_at is not null
    union all
    select 'purchase', id, region, paid_at from catalog_purchases where paid_at is not null
  ) paid;
update orders o set invoice_no = n.no from numbered_invoices n where n.sale = 'order' and n.id = o.id;
update catalog_purchases p set invoice_no = n.no from numbered_invoices n where n.sale = 'purchase' and n.id = p.id;
insert into document_counters (series, last_no)
  select 'invoice:' || region, max(no) from numbered_invoices group by region
  union all
  select 'credit-note', max(id) from credit_notes having max(id) is not null
  on conflict (series) do update set last_no = excluded.last_no;

alter table orders add constraint orders_invoiced_when_paid check ((paid_at is null) = (invoice_no is null));
alter table catalog_purchases add constraint purchases_invoiced_when_paid check ((paid_at is null) = (invoice_no is null));
create unique index orders_invoice_no on orders (invoice_no, region) where invoice_no is not null;
create unique index catalog_purchases_invoice_no on catalog_purchases (invoice_no, region) where invoice_no is not null;

create trigger document_counters_kept before delete on document_counters for each row execute function refuse_change();
create trigger document_counters_no_truncate before truncate on document_counters for each statement execute function refuse_change();

-- The invoice of each sale, for the list of transactions and its export. Deposits and fees of rentals have none.
create or replace view store_sales as
  select 'order:' || o.id as subject, 'order' as sale, o.id as sale_id, o.kind, o.state, o.email, o.billing ->> 'full_name' as buyer,
    o.billing ->> 'country_code' as country, o.shipping_minor, o.tax_minor, o.tracking_number, o.region, o.invoice_no
  from orders o
  union all
  select 'purchase:' || c.id, 'purchase', c.id, 'tunes', c.state, c.email, c.billing ->> 'full_name', c.billing ->> 'country_code',
    0, c.tax_minor, '', c.region, c.invoice_no
  from catalog_purchases c
  union all
  select 'purchase-account:' || c.id, 'purchase', c.id, 'tunes', c.state, c.email, c.billing ->> 'full_name',
    c.billing ->> 'country_code', 0, case when c.card_minor = 0 then c.tax_minor else 0 end, '', c.region, c.invoice_no
  from catalog_purchases c where c.account_minor > 0
  union all
  select 'order-account:' || o.id, 'order', o.id, o.kind, o.state, o.email, o.billing ->> 'full_name', o.billing ->> 'country_code',
    case when o.balance_minor = o.total_minor then o.shipping_minor else 0 end,
    case when o.balance_minor = o.total_minor then o.tax_minor else 0 end, o.tracking_number, o.region, o.invoice_no
  from orders o where o.balance_minor > 0;
create or replace view paid_subjects as
  select subject, sale, sale_id, kind, state, email, buyer, country, shipping_minor, tax_minor, tracking_number, region, invoice_no
  from store_sales
  union all
  select 'rental:' || r.id, 'rental', r.id, 'deposit', r.state, o.email, o.billing ->> 'full_name', o.billing ->> 'country_code', 0, 0, '',
    o.region, null
  from rentals r join orders o on o.id = r.order_id
  union all
  select 'rental-rest:' || r.id, 'rental', r.id, 'damage', r.state, o.email, o.billing ->> 'full_name', o.billing ->> 'country_code', 0, 0, '',
    o.region, null
  from rentals r join orders o on o.id = r.order_id where r.rest_minor > 0;
