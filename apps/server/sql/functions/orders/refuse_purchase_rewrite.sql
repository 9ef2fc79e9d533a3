-- Amounts, owner and invoice number of a purchase never change, with the two exceptions below.
create or replace function refuse_purchase_rewrite() returns trigger language plpgsql as $$
begin
  -- The difference of a value transfer may be paid from the balance instead of by card.
  if old.state = 'pending_payment' and old.value_transfer_id is not null and new.card_minor = 0 and new.account_minor = old.total_minor then
    old.card_minor := new.card_minor;
    old.account_minor := new.account_minor;
  end if;
  -- An account may take over the purchases of a guest with the same address.
  if new.user_id is distinct from old.user_id
    and exists (select from users g where g.id = old.user_id and g.guest_taken_by = new.user_id) then
    old.user_id := new.user_id;
  end if;
  if (new.currency, new.list_minor, new.discount_minor, new.tax_minor, new.total_minor, new.card_minor, new.account_minor, new.free_minor,
      new.credit_minor, new.credit_worth_minor, new.split_minor, new.user_id, new.placed_at,
      new.tax_included, new.reverse_charge, new.contained_minor)
    is distinct from (old.currency, old.list_minor, old.discount_minor, old.tax_minor, old.total_minor, old.card_minor,
      old.account_minor, old.free_minor, old.credit_minor, old.credit_worth_minor, old.split_minor, old.user_id, old.placed_at,
      old.tax_included, old.reverse_charge, old.contained_minor)
  then
    raise exception 'the sums of a purchase are never changed' using errcode = 'restrict_violation';
  end if;
  -- An invoice keeps its number.
  if old.invoice_no is not null and (new.invoice_no, new.region) is distinct from (old.invoice_no, old.region) then
    raise exception 'the number of an invoice is never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
