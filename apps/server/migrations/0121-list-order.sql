-- Orders of the lists whose tables grow without end: a page is read from the index, at any depth.
create index users_by_name on users (name, id);
create index users_by_role on users (role, id);
create index users_by_last_seen on users (coalesce(last_seen_at, '-infinity'), id);

create index mail_outbox_by_address on mail_outbox (to_address, id);
create index mail_outbox_by_kind on mail_outbox (kind, id);
create index mail_outbox_by_state on mail_outbox (state, id);

create index orders_by_placed on orders (placed_at, id);
create index orders_by_total on orders (total_minor, id);
create index orders_by_state on orders (state, id);
create index orders_by_email on orders (email, id);

create index payments_by_created on payments (created_at, id) where captured_minor > 0;
create index payments_by_amount on payments (captured_minor, id) where captured_minor > 0;
create index payments_by_state on payments (state, id) where captured_minor > 0;

create index tickets_by_due on tickets ((least(response_due_at, resolve_due_at)), last_at desc, id);
create index tickets_by_last on tickets (last_at, id);
create index tickets_by_created on tickets (created_at, id);
create index tickets_by_title on tickets (title, id);
create index tickets_by_state on tickets (state, id);
create index tickets_by_customer on tickets (customer_name, id);

create index tune_requests_by_state on tune_requests (state, id);
create index tune_requests_by_vehicle on tune_requests (vehicle, id);
create index tune_requests_by_updated on tune_requests (updated_at, id);
create index tune_requests_by_promise on tune_requests (promised_at, id);

-- A payment names what it pays for as text.
create index orders_by_subject on orders (('order:' || id));
create index orders_by_account_subject on orders (('order-account:' || id)) where balance_minor > 0;
create index catalog_purchases_by_subject on catalog_purchases (('purchase:' || id));
create index catalog_purchases_by_account_subject on catalog_purchases (('purchase-account:' || id)) where account_minor > 0;
create index rentals_by_subject on rentals (('rental:' || id));
create index rentals_by_rest_subject on rentals (('rental-rest:' || id)) where rest_minor > 0;
