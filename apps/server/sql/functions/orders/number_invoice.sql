-- A sale becomes an invoice when it is paid.
create or replace function number_invoice() returns trigger language plpgsql as $$
begin
  new.invoice_no := next_document_no('invoice:' || new.region);
  return new;
end $$;
create or replace trigger orders_number_invoice before insert or update of paid_at on orders
  for each row when (new.paid_at is not null and new.invoice_no is null) execute function number_invoice();
create or replace trigger purchases_number_invoice before insert or update of paid_at on catalog_purchases
  for each row when (new.paid_at is not null and new.invoice_no is null) execute function number_invoice();
