-- The postings of a period as figures, one row per transfer and currency, before tax. Paid work and goods that are not yet delivered
-- count as sold and become revenue on delivery. Whatever reverses a sale is a refund. The cost of goods belongs to the order they
-- were shipped for.
create or replace function metric_postings(since timestamptz, until timestamptz)
  returns table (transfer_id bigint, at timestamptz, kind text, subject text, sale text, unit text,
    sales bigint, refunds bigint, revenue bigint, cogs bigint, commissions bigint, goodwill bigint)
  language sql stable as $$
  select x.transfer_id, t.at, t.kind, t.subject,
    coalesce(sale_subject(t.subject),
      (select sale_subject(m.reference) from stock_movements m where t.key like 'stock:%' and m.id = substr(t.key, 7)::bigint)),
    x.unit, greatest(x.sold, 0), greatest(-x.sold, 0), x.revenue, x.cogs, x.commissions, x.goodwill
  from (
    select e.transfer_id, a.unit,
      -coalesce(sum(e.amount_minor) filter (where a.kind like 'rev%' or a.kind like 'defer.%'), 0)::bigint as sold,
      -coalesce(sum(e.amount_minor) filter (where a.kind like 'rev%'), 0)::bigint as revenue,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'cogs'), 0)::bigint as cogs,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'cost.comm'), 0)::bigint as commissions,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'goodwill'), 0)::bigint as goodwill
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id and e.at >= since and e.at < until and not e.pending
    where a.owner = 'house' and (a.kind like 'rev%' or a.kind like 'defer.%' or a.kind in ('cogs', 'cost.comm', 'goodwill'))
    group by 1, 2
  ) x
  join ledger_transfers t on t.id = x.transfer_id
$$;
