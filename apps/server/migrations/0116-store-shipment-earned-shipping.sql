-- Cancelled lines no longer take a part of the price of shipping with them, so what the parcels of an order earned of it is stored.
alter table order_shipments add column shipping_minor bigint not null default 0;

update order_shipments s set shipping_minor = earned.amount
from (
  select t.key, -sum(e.amount_minor) as amount from ledger_transfers t
  join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
  where t.kind = 'store.sent' and a.kind = 'rev.shipping' group by t.key
) earned
where earned.key = format('order:%s:sent:%s', s.order_id, s.id);
