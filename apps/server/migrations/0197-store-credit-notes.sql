-- One credit note for each settled refund of an invoiced order or purchase of tunes. Numbers have no gaps: they are given under a lock in
-- the transaction that posts the refund. Taxes and addresses are those of the sale, which never change.
create table credit_notes (
  id integer primary key check (id > 0),
  refund_id integer not null unique references payment_refunds,
  sale text not null check (sale in ('order', 'purchase')),
  sale_id integer not null,
  issued_at timestamptz not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  tax_minor bigint not null check (tax_minor between 0 and amount_minor),
  -- What was cancelled or returned; empty for a refund of no item in particular.
  lines jsonb not null default '[]'
);
create index credit_notes_sale on credit_notes (sale, sale_id, id);

-- Refunds before credit notes existed, in the order in which they settled.
insert into credit_notes (id, refund_id, sale, sale_id, issued_at, currency, amount_minor, tax_minor)
select row_number() over (order by r.ended_at, r.id), r.id, replace(split_part(p.subject, ':', 1), '-account', ''),
  split_part(p.subject, ':', 2)::integer, r.ended_at, p.currency, r.amount_minor,
  least(r.amount_minor, greatest(0, coalesce((select sum(e.amount_minor) from ledger_transfers t
    join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id and a.kind = 'tax'
    where t.key = 'refund:' || r.id || ':settled'), 0)))
from payment_refunds r join payments p on p.id = r.payment_id
where r.state = 'settled' and r.ended_at is not null and not coalesce((r.detail ->> 'unwanted')::boolean, false)
  and split_part(p.subject, ':', 1) in ('order', 'order-account', 'purchase', 'purchase-account');

create trigger credit_notes_append_only before update or delete on credit_notes for each row execute function refuse_change();
create trigger credit_notes_no_truncate before truncate on credit_notes for each statement execute function refuse_change();
