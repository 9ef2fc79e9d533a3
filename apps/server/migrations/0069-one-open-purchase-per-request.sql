-- The same selection for two cars is two purchases, each begun by itself: the one of a request is told apart by its request.
drop index catalog_purchases_one_open;
create unique index catalog_purchases_one_open on catalog_purchases (user_id, estimate_hash)
  where state = 'pending_payment' and request_id is null;
