-- All networks of one customer of an IPv6 provider together: 'site:2001:db8:77::/48'. Null for other addresses.
alter table orders add column placed_site text;
create index orders_unpaid_site on orders (placed_site, placed_at) where paid_at is null and placed_site is not null;
