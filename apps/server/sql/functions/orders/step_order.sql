-- One state transition of an order with its history entry. Returns the order with its lines, or null if the order is in none of the
-- states the step starts from. An order that is paid late, when its discount code has no use left, is cancelled instead, and null is
-- returned as well. Cancelling releases goods that have not shipped. Codes are locked before stock.
create or replace function step_order(which integer, what text, starts text[], ends text, who integer, moment timestamptz, told jsonb,
  mail_token bytea default null)
returns jsonb language plpgsql as $$
declare
  before orders;
begin
  select * into before from orders o where o.id = which and o.state = any(starts) for update;
  if before.id is null then return null; end if;
  if what = 'pay' and not before.codes_taken then
    if not try_take_discount_uses(before.discounts) then
      perform step_order(which, 'expire', array[before.state], 'cancelled', null, moment, '{"reason": "a code was used up"}');
      return null;
    end if;
  end if;
  -- Before the state changes, so that all links of a cancelled order expire at the same time.
  if mail_token is not null then
    insert into order_tokens (token_hash, order_id, purpose, created_at) values (mail_token, which, 'mail', moment);
  end if;
  update orders o set state = ends, updated_at = greatest(date_trunc('second', moment), o.updated_at + interval '1 second'),
    paid_at = case what when 'pay' then moment else o.paid_at end,
    delivered_at = case what when 'deliver' then moment else o.delivered_at end,
    cancelled_at = case ends when 'cancelled' then moment end,
    cancelled_by = case ends when 'cancelled' then coalesce(told ->> 'by', 'system') end,
    codes_taken = what = 'pay' or (o.codes_taken and not (before.state = 'pending_payment' and ends = 'cancelled'))
    where o.id = which;
  if before.state = 'pending_payment' and ends = 'cancelled' and before.codes_taken then
    perform free_discount_uses(before.discounts);
  end if;
  if ends = 'cancelled' or what = 'cancel-unshipped' then
    update order_lines l set cancelled = l.quantity - l.shipped where l.order_id = which;
    perform settle_stock('order:' || which, 'RELEASE', null, who, moment);
  end if;
  insert into order_events (order_id, at, event, from_state, to_state, actor_id, detail)
    values (which, moment, what, before.state, ends, who, told);
  return read_order(which);
end $$;
