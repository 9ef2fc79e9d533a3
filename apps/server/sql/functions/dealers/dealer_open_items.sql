-- The unpaid sales of a dealer's account at a point in time, oldest first. Payments are applied to the sales their payer chose, unless
-- a part was returned, and corrections to the disputed sale; everything else is applied to the oldest sale first. The open sales are
-- therefore the newest ones that add up to the balance, and only those are read. A disputed sale is frozen: payments without chosen
-- sales are not applied to it.
create or replace function dealer_open_items(which integer, in_currency text, as_of timestamptz)
  returns table (subject text, at timestamptz, amount_minor bigint, open_minor bigint) language plpgsql stable as $$
declare
  account bigint;
  owed bigint;
  sale record;
  net bigint;
  frozen text[];
  seen text[] := '{}';
  has_choices boolean;
  has_corrections boolean;
begin
  select a.id into account from ledger_accounts a
    where a.kind = 'ar' and a.owner = 'dealer:' || which and a.unit = in_currency;
  if account is null then return; end if;
  -- The current balance less later entries, because an account may have very many entries.
  select coalesce((select b.posted_minor from ledger_balances b where b.account_id = account), 0)
    - coalesce((select sum(e.amount_minor) from ledger_entries e
      where e.account_id = account and e.at >= as_of and not e.pending), 0) into owed;
  select coalesce(array_agg(d.subject), '{}') into frozen from line_disputes d
    where d.owner = 'dealer:' || which and d.account = 'owed' and d.currency = in_currency
      and d.opened_at < as_of and (d.ended_at is null or d.ended_at >= as_of);
  if owed <= 0 then return; end if;
  -- Most dealers neither choose sales nor dispute any, so this is checked once and not per sale.
  select exists (select from dealer_payments p join dealer_payment_items i on i.payment_id = p.id
    where p.dealer_id = which and p.currency = in_currency and p.state = 'captured' and p.paid_at < as_of) into has_choices;
  select exists (select from line_disputes d where d.owner = 'dealer:' || which and d.account = 'owed' and d.currency = in_currency
    and d.state = 'upheld' and d.ended_at < as_of) into has_corrections;
  for sale in
    -- The net amount in the same statement: one statement per sale would take twice as long.
    select s.subject, s.at, s.amount_minor, coalesce((
        -- By transfer (offset 0): by account, all entries of a large account would be read for each sale.
        select sum(e.amount_minor) from ledger_transfers t
        cross join lateral (select x.* from ledger_entries x where x.transfer_id = t.id offset 0) e
        -- Refunds of tunes to the account have a subject of their own.
        where t.subject in (s.subject, replace(s.subject, 'purchase:', 'purchase-account:')) and e.account_id = account
          and e.at < as_of and not e.pending), 0)::bigint as net
    from (
      (select t.subject, e.at, e.amount_minor from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        where t.subject = any(frozen) and e.account_id = account and e.at < as_of and not e.pending and e.amount_minor > 0
        order by e.at desc, e.transfer_id desc, e.leg desc)
      union all
      -- A subquery, not a join: the entries are read newest first from their index, and only as many as are needed.
      (select (select t.subject from ledger_transfers t where t.id = e.transfer_id), e.at, e.amount_minor from ledger_entries e
        where e.account_id = account and e.at < as_of and not e.pending and e.amount_minor > 0
        order by e.at desc, e.transfer_id desc, e.leg desc)) s
  loop
    exit when owed <= 0;
    continue when sale.subject = any(seen);
    seen := seen || sale.subject;
    net := sale.net;
    if has_choices then
      net := net - coalesce((select sum(i.amount_minor) from dealer_payment_items i join dealer_payments p on p.id = i.payment_id
        where i.subject = sale.subject and p.dealer_id = which and p.currency = in_currency and p.state = 'captured'
          and p.paid_at < as_of
          and not exists (select from ledger_transfers b join ledger_entries e on e.transfer_id = b.id and e.account_id = account
            where b.subject = 'dealer-payment:' || p.id and e.amount_minor > 0 and e.at < as_of and not e.pending)), 0);
    end if;
    if has_corrections then
      net := net - coalesce((select sum(d.correction_minor) from line_disputes d
        where d.owner = 'dealer:' || which and d.account = 'owed' and d.currency = in_currency and d.subject = sale.subject
          and d.state = 'upheld' and d.ended_at < as_of), 0);
    end if;
    continue when net <= 0;
    subject := sale.subject;
    at := sale.at;
    amount_minor := sale.amount_minor;
    open_minor := least(net, owed);
    owed := owed - open_minor;
    return next;
  end loop;
end $$;
