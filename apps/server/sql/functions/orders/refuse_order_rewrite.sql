-- The sold items and amounts of an order are immutable.
create or replace function refuse_order_rewrite() returns trigger language plpgsql as $$
begin
  if (new.currency, new.list_minor, new.discount_minor, new.shipping_minor, new.tax_minor, new.total_minor, new.placed_at,
      new.tax_included, new.reverse_charge, new.contained_minor, new.shipping_contained_minor)
    is distinct from (old.currency, old.list_minor, old.discount_minor, old.shipping_minor, old.tax_minor, old.total_minor, old.placed_at,
      old.tax_included, old.reverse_charge, old.contained_minor, old.shipping_contained_minor)
  then
    raise exception 'the sums of an order are never changed' using errcode = 'restrict_violation';
  end if;
  -- An invoice keeps its number.
  if old.invoice_no is not null and (new.invoice_no, new.region) is distinct from (old.invoice_no, old.region) then
    raise exception 'the number of an invoice is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
