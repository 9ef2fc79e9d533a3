-- The unpaid sales of a dealer's account at a moment, oldest first. Payments count for the sales their payer chose, unless a part
-- went back; the rest pays the oldest first. So what is open are the newest sales whose sum is what is owed, and only those are read.
create or replace function dealer_open_items(which integer, in_currency text, as_of timestamptz)
  returns table (subject text, at timestamptz, amount_minor bigint, open_minor bigint) language plpgsql stable as $$
declare
  account bigint;
  owed bigint;
  sale record;
  net bigint;
  seen text[] := '{}';
begin
  select a.id into account from ledger_accounts a
    where a.kind = 'ar' and a.owner = 'dealer:' || which and a.unit = in_currency;
  if account is null then return; end if;
  select coalesce(sum(e.amount_minor), 0) into owed from ledger_entries e
    where e.account_id = account and e.at < as_of and not e.pending;
  for sale in
    select t.subject, e.at, e.amount_minor from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where e.account_id = account and e.at < as_of and not e.pending and e.amount_minor > 0
      order by e.at desc, e.transfer_id desc, e.leg desc
  loop
    exit when owed <= 0;
    continue when sale.subject = any(seen);
    seen := seen || sale.subject;
    select coalesce(sum(e.amount_minor), 0) into net from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id and e.account_id = account and e.at < as_of and not e.pending
      where t.subject = sale.subject;
    net := net - coalesce((select sum(i.amount_minor) from dealer_payment_items i join dealer_payments p on p.id = i.payment_id
      where i.subject = sale.subject and p.dealer_id = which and p.currency = in_currency and p.state = 'captured' and p.paid_at < as_of
        and not exists (select from ledger_transfers b join ledger_entries e on e.transfer_id = b.id and e.account_id = account
          where b.subject = 'dealer-payment:' || p.id and e.amount_minor > 0 and e.at < as_of and not e.pending)), 0);
    continue when net <= 0;
    subject := sale.subject;
    at := sale.at;
    amount_minor := sale.amount_minor;
    open_minor := least(net, owed);
    owed := owed - open_minor;
    return next;
  end loop;
end $$;
