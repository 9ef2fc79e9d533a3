-- What happens to an order after it is paid: parcels, cancelled lines, disputes, and who cancelled it.
alter table orders
  add column cancelled_at timestamptz,
  add column cancelled_by text constraint orders_cancelled_by check (cancelled_by in ('buyer', 'staff', 'system', 'bank')),
  add column delivered_at timestamptz,
  -- The bank has not decided a dispute of the payment, or decided it against us. Nothing ships while one is open.
  add column dispute text constraint orders_dispute check (dispute in ('open', 'lost'));
create index orders_shipped on orders (shipped_at) where state = 'shipped';

alter table order_lines
  add column shipped smallint not null default 0,
  add column cancelled smallint not null default 0,
  add constraint order_lines_pieces check (shipped >= 0 and cancelled >= 0 and shipped + cancelled <= quantity);

create table order_shipments (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  carrier text not null,
  tracking_number text not null,
  -- [{ "line": 1, "quantity": 2 }]
  lines jsonb not null,
  shipped_at timestamptz not null,
  actor_id integer references users
);
create index order_shipments_order on order_shipments (order_id, id);

update order_lines l set shipped = l.quantity from orders o where o.id = l.order_id and o.state in ('shipped', 'delivered');
insert into order_shipments (order_id, carrier, tracking_number, lines, shipped_at)
  select o.id, 'other', o.tracking_number,
    (select jsonb_agg(jsonb_build_object('line', l.line, 'quantity', l.quantity) order by l.line) from order_lines l where l.order_id = o.id),
    coalesce(o.shipped_at, o.updated_at)
  from orders o where o.state in ('shipped', 'delivered');
update orders o set cancelled_at = e.at, cancelled_by = case e.event when 'cancel' then 'buyer' else 'system' end
  from order_events e where e.order_id = o.id and e.to_state = 'cancelled' and o.state = 'cancelled';
update orders o set dispute = case p.state when 'disputed' then 'open' else 'lost' end
  from payments p where p.subject = 'order:' || o.id and p.state in ('disputed', 'charged_back');

-- An order with its lines and parcels; amounts as text, since JSON numbers lose cents.
create or replace function read_order(which integer) returns jsonb language sql stable as $$
  select to_jsonb(o) || jsonb_build_object(
    'list_minor', o.list_minor::text, 'discount_minor', o.discount_minor::text, 'shipping_minor', o.shipping_minor::text,
    'tax_minor', o.tax_minor::text, 'total_minor', o.total_minor::text, 'rate', o.rate::text,
    'refunded_minor', case when o.paid_at is null then '0' else (select coalesce(sum(r.amount_minor), 0)::text
      from payments p join payment_refunds r on r.payment_id = p.id and r.state = 'settled' where p.subject = 'order:' || o.id) end,
    'shipments', case when o.shipped_at is null then '[]'::jsonb else (select coalesce(jsonb_agg(jsonb_build_object('carrier', s.carrier,
      'tracking_number', s.tracking_number, 'lines', s.lines, 'shipped_at', s.shipped_at) order by s.id), '[]')
      from order_shipments s where s.order_id = o.id) end,
    'lines', (select jsonb_agg(to_jsonb(l) || jsonb_build_object('unit_minor', l.unit_minor::text, 'list_minor', l.list_minor::text,
      'discount_minor', l.discount_minor::text, 'net_minor', l.net_minor::text) order by l.line)
      from order_lines l where l.order_id = o.id))
  from orders o where o.id = which
$$;

-- One step of an order and its event. Nothing happens unless the order is in one of the states the step starts from: then the answer
-- is null, else the order with its lines. An order that is paid late, when its code has no use left, is cancelled instead, and the
-- answer is null as well. Cancelling releases the goods that have not shipped. Codes are locked before stock.
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
  -- Before the state changes, so that the links of a cancelled order end together.
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

-- Ends what an order was promised: 'SALE' when it is sent, 'RELEASE' when it is not wanted any more. `wanted` null means all that is
-- still open, else at most so many of each product and none of a product that is not named. Asked again it finds nothing open and does nothing.
create or replace function settle_stock(for_reference text, how text, wanted jsonb default null, who integer default null,
  moment timestamptz default now())
returns table (product integer, location integer, quantity integer) language plpgsql as $$
begin
  if how not in ('SALE', 'RELEASE') then raise exception 'settle_stock knows SALE and RELEASE, not %', how; end if;
  perform 1 from stock_levels l
    where (l.product_id, l.location_id) in (select m.product_id, m.location_id from stock_movements m where m.reference = for_reference)
    order by l.product_id, l.location_id for update;
  for product, location, quantity in
    with held as (
      select m.product_id, m.location_id, sum(m.allocated_change)::integer as pieces from stock_movements m
      where m.reference = for_reference group by m.product_id, m.location_id having sum(m.allocated_change) > 0
    ), asked as (
      select (x ->> 'product_id')::integer as product_id, sum((x ->> 'quantity')::integer)::integer as pieces
      from jsonb_array_elements(wanted) x group by 1
    ), taken as (
      select h.product_id, h.location_id, case when wanted is null then h.pieces
        else least(h.pieces, coalesce(a.pieces, 0) - (sum(h.pieces) over (partition by h.product_id order by h.location_id) - h.pieces))::integer
        end as pieces
      from held h left join asked a using (product_id)
    )
    select t.product_id, t.location_id, t.pieces from taken t where t.pieces > 0 order by t.product_id, t.location_id
  loop
    insert into stock_movements (at, kind, product_id, location_id, on_hand_change, allocated_change, reference, actor_id)
      values (moment, how, product, location, case how when 'SALE' then -quantity else 0 end, -quantity, for_reference, who);
    return next;
  end loop;
  if how = 'RELEASE' and wanted is null then
    update stock_back_orders b set cancelled_at = moment
      where b.reference = for_reference and b.filled_at is null and b.cancelled_at is null;
  end if;
end $$;

-- Orders that were refunded in full before they shipped stayed paid and kept their goods.
select step_order(o.id, 'cancel-unshipped', array['paid', 'on_hold'], 'cancelled', null, now(), '{"by": "staff", "reason": "refunded"}')
  from orders o join payments p on p.subject = 'order:' || o.id and p.state = 'refunded' where o.state in ('paid', 'on_hold');
