-- The staff rail counts these on every navigation; without an index each count would read the whole table.
create index mail_outbox_failed on mail_outbox (id) where state = 'failed';
create index stock_levels_short on stock_levels (product_id) where on_hand - allocated - reserve <= 0;
