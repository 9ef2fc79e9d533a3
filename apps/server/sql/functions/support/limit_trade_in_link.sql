-- A link to a finished trade-in expires after 30 days.
create or replace function limit_trade_in_link() returns trigger language plpgsql as $$
begin
  if exists (select from trade_ins r where r.id = new.trade_in_id
      and r.state in ('rejected', 'declined', 'expired', 'credited', 'returned')) then
    new.expires_at := least(new.expires_at, now() + interval '30 days');
  end if;
  return new;
end $$;
