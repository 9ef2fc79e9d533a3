-- A location with this many pieces available or fewer counts as low. Null: the threshold of the settings.
alter table products add column low_stock_at integer check (low_stock_at >= 0);
