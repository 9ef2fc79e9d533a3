-- What a member (null: all members) charged to a dealer's account and prepaid money since a point in time. A sale that was cancelled or
-- refunded in full does not count, nor does a top-up: its money is not spent yet.
create or replace function dealer_spent(which integer, member integer, since timestamptz) returns bigint language sql stable as $$
  select (coalesce((select sum(p.account_minor) from catalog_purchases p
      where coalesce(p.balance_owner, 'dealer:' || p.dealer_id) = 'dealer:' || which and p.account_minor > 0
        and p.placed_at >= since and p.state not in ('cancelled', 'refunded') and (member is null or p.user_id = member)), 0)
    + coalesce((select sum(o.balance_minor) from orders o
      where o.balance_owner = 'dealer:' || which and o.placed_at >= since and o.state <> 'cancelled'
        and (member is null or o.user_id = member)), 0)
    + coalesce((select sum(d.price_minor) from dealer_credit_deals d
      join ledger_transfers t on t.subject = 'credit-deal:' || d.id and t.kind = 'credit-deal.charged'
      where d.dealer_id = which and d.kind = 'credit_pack' and d.state <> 'refunded' and t.at >= since
        and (member is null or t.actor_id = member)), 0))::bigint
$$;
