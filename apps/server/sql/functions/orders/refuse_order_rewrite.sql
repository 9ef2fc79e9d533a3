-- What was sold stays as it was sold.
create or replace function refuse_order_rewrite() returns trigger language plpgsql as $$
begin
  if (new.currency, new.list_minor, new.discount_minor, new.shipping_minor, new.tax_minor, new.total_minor, new.placed_at)
    is distinct from (old.currency, old.list_minor, old.discount_minor, old.shipping_minor, old.tax_minor, old.total_minor, old.placed_at)
  then
    raise exception 'the sums of an order are never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
