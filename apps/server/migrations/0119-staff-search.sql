-- The staff search looks for a text inside these columns; modules/search/find-records.ts repeats the expressions.
create index orders_search on orders using gin
  ((email || ' ' || coalesce(billing ->> 'full_name', '') || ' ' || tracking_number) gin_trgm_ops);
create index catalog_purchases_search on catalog_purchases using gin ((email || ' ' || vehicle) gin_trgm_ops);
create index tickets_search on tickets using gin
  ((title || ' ' || customer_name || ' ' || coalesce(email, '')) gin_trgm_ops);
create index tune_requests_search on tune_requests using gin (vehicle gin_trgm_ops);
create index dealers_search on dealers using gin (name gin_trgm_ops);
create index tunes_part_number_search on tunes using gin (part_number gin_trgm_ops);
create index products_sku_search on products using gin (sku gin_trgm_ops);
create index discount_codes_search on discount_codes using gin (code gin_trgm_ops, name gin_trgm_ops);
