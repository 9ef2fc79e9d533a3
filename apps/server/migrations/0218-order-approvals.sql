-- Orders of the store wait for approval too: `kind` says what is bought, `order_id` is the order that an approval placed.
alter table dealer_purchase_approvals
  add column kind text not null default 'tunes' check (kind in ('tunes', 'order')),
  add column order_id integer references orders,
  drop constraint dealer_purchase_approvals_placed,
  add constraint dealer_purchase_approvals_placed
    check ((state = 'approved') = (coalesce(purchase_id, order_id) is not null) and (purchase_id is null or order_id is null));
create index dealer_purchase_approvals_order on dealer_purchase_approvals (order_id) where order_id is not null;
