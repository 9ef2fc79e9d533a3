-- The tune credits of a credit pack are taxed when they are sold. The price contains the tax, and the paid deal is an invoice. Deals paid
-- before have neither.
alter table dealer_credit_deals
  add column tax_minor bigint not null default 0,
  add column taxes jsonb not null default '[]',
  add column reverse_charge boolean not null default false,
  add column billing jsonb,
  add column region smallint,
  add column invoice_no integer check (invoice_no > 0),
  add column invoiced_at timestamptz,
  add constraint dealer_credit_deals_tax check (tax_minor between 0 and price_minor),
  add constraint dealer_credit_deals_invoiced check (num_nonnulls(billing, region, invoice_no, invoiced_at) in (0, 4));
create unique index dealer_credit_deals_invoice_no on dealer_credit_deals (invoice_no, region) where invoice_no is not null;

-- Unused credits of a deal may go back to an account, without a payment.
alter table credit_notes drop constraint credit_notes_sale_check, drop constraint credit_notes_one_cause,
  add constraint credit_notes_sale_check check (sale in ('order', 'purchase', 'deal')),
  add constraint credit_notes_one_cause
    check (num_nonnulls(refund_id, value_transfer_id) = 1 or (sale = 'deal' and num_nonnulls(refund_id, value_transfer_id) = 0));
