-- How an order left: the carrier's number, and when.
alter table orders
  add column tracking_number text not null default '',
  add column shipped_at timestamptz,
  -- Of what was taken for goods and shipping, the part that became revenue when the order left.
  add column earned_goods_minor bigint not null default 0 check (earned_goods_minor >= 0),
  add column earned_shipping_minor bigint not null default 0 check (earned_shipping_minor >= 0);
