-- Prices that contain tax. Unit, list and discount are as shown to the buyer; `net_minor` of a line and the shipping price of an order
-- stay amounts before tax. Under reverse charge the contained tax is taken off and none is charged.
alter table orders
  add column tax_included boolean not null default false,
  add column reverse_charge boolean not null default false,
  -- The tax contained in list − discount, and in the price of shipping as shown.
  add column contained_minor bigint not null default 0 check (contained_minor >= 0),
  add column shipping_contained_minor bigint not null default 0 check (shipping_contained_minor >= 0),
  drop constraint orders_add_up,
  add constraint orders_add_up check (total_minor = list_minor - discount_minor - contained_minor + shipping_minor + tax_minor),
  add constraint orders_tax_terms check (case
    when reverse_charge then tax_minor = 0 and (tax_included or contained_minor + shipping_contained_minor = 0)
    when tax_included then tax_minor = contained_minor + shipping_contained_minor
    else contained_minor + shipping_contained_minor = 0 end);
alter table order_lines
  add column contained_minor bigint not null default 0 check (contained_minor >= 0),
  drop constraint order_lines_add_up,
  add constraint order_lines_add_up check (list_minor = unit_minor * quantity and net_minor = list_minor - discount_minor - contained_minor);
drop trigger order_lines_stay on order_lines;
create trigger order_lines_stay
  before delete or update of product_id, quantity, unit_minor, list_minor, discount_minor, net_minor, contained_minor on order_lines
  for each row execute function refuse_change();

alter table catalog_purchases
  add column tax_included boolean not null default false,
  add column reverse_charge boolean not null default false,
  -- The tax contained in list − discount − credit.
  add column contained_minor bigint not null default 0 check (contained_minor >= 0),
  drop constraint catalog_purchases_add_up,
  add constraint catalog_purchases_add_up check
    (total_minor = list_minor - discount_minor - credit_minor - contained_minor + tax_minor),
  add constraint catalog_purchases_tax_terms check (case
    when reverse_charge then tax_minor = 0 and (tax_included or contained_minor = 0)
    when tax_included then tax_minor = contained_minor
    else contained_minor = 0 end);
alter table catalog_purchase_lines add column contained_minor bigint not null default 0 check (contained_minor >= 0);
drop trigger catalog_purchase_lines_stay on catalog_purchase_lines;
create trigger catalog_purchase_lines_stay
  before delete or update of line, kind, label, list_minor, net_minor, contained_minor, derivation, credit_kind, credit_minor, gives
  on catalog_purchase_lines for each row execute function refuse_change();

-- The VAT id of a business, and which id of a dealer staff have looked up. Another id has to be looked up again.
alter table addresses add column vat_id text not null default '';
alter table dealer_addresses add column vat_id text not null default '';
alter table dealers
  add column vat_check text check (vat_check in ('verified', 'refused')),
  add column vat_checked_id text,
  add column vat_checked_at timestamptz,
  add constraint dealers_vat_checked check ((vat_check is null) = (vat_checked_id is null) and (vat_check is null) = (vat_checked_at is null));
