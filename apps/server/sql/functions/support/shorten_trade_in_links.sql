-- Finishing a trade-in shortens the lifetime of its links to 30 days.
create or replace function shorten_trade_in_links() returns trigger language plpgsql as $$
begin
  update trade_in_tokens t set expires_at = now() + interval '30 days'
    where t.trade_in_id = new.id and t.expires_at > now() + interval '30 days';
  return null;
end $$;
