-- Value that a transfer moves out of a purchase lowers its revenue and tax, so it gets a credit note as a refund does. Undoing the transfer
-- cancels the note by another document of the series.
alter table credit_notes alter column refund_id drop not null,
  add column value_transfer_id integer references value_transfers,
  -- The part of the moved value that was kept as the fee.
  add column fee_minor bigint not null default 0 check (fee_minor between 0 and amount_minor),
  add column cancels integer unique references credit_notes,
  add constraint credit_notes_one_cause check (num_nonnulls(refund_id, value_transfer_id) = 1);
create unique index credit_notes_value_transfer on credit_notes (value_transfer_id) where cancels is null;

-- Transfers performed before. Their documents are issued now, so that the series stays in the order of its dates.
insert into credit_notes (id, value_transfer_id, sale, sale_id, issued_at, currency, amount_minor, tax_minor, fee_minor)
select coalesce((select last_no from document_counters where series = 'credit-note'), 0) + row_number() over (order by v.performed_at, v.id),
  v.id, 'purchase', v.old_purchase_id, date_trunc('milliseconds', now()), v.currency, v.value_minor, o.tax_minor, v.fee_minor
from value_transfers v, lateral (
  select coalesce(sum(e.amount_minor), 0)::bigint as tax_minor from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
  join ledger_accounts a on a.id = e.account_id and a.kind = 'tax' where t.key = 'value-transfer:' || v.id || ':out' and not e.pending
) o
where v.state = 'performed' and v.value_minor > 0;
insert into document_counters (series, last_no) select 'credit-note', max(id) from credit_notes having max(id) is not null
  on conflict (series) do update set last_no = excluded.last_no;
