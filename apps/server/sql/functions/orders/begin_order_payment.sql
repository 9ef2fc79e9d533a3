-- The start of a payment: the goods stay reserved until `until`, but never longer than `longest` after the order was placed, and the
-- uses of the codes are counted (TP003 when one has none left).
create or replace function begin_order_payment(which integer, until timestamptz, longest interval) returns jsonb language plpgsql as $$
declare
  o orders;
begin
  select * into o from orders x where x.id = which for update;
  if o.state = 'pending_payment' then
    if not o.codes_taken then perform take_discount_uses(o.discounts); end if;
    update orders x set codes_taken = true,
      expires_at = case when o.expires_at > now() then greatest(o.expires_at, least(until, o.placed_at + longest)) else o.expires_at end
      where x.id = which;
  end if;
  return read_order(which);
end $$;
