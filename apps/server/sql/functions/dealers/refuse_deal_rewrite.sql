-- An issued invoice of a deal is immutable.
create or replace function refuse_deal_rewrite() returns trigger language plpgsql as $$
begin
  if (new.price_minor, new.currency, new.tax_minor, new.taxes, new.reverse_charge, new.billing, new.region, new.invoice_no, new.invoiced_at)
    is distinct from (old.price_minor, old.currency, old.tax_minor, old.taxes, old.reverse_charge, old.billing, old.region, old.invoice_no,
      old.invoiced_at)
  then
    raise exception 'the invoice of a credit deal is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger dealer_credit_deals_invoice_stays before update on dealer_credit_deals
  for each row when (old.invoice_no is not null) execute function refuse_deal_rewrite();
