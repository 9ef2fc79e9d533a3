-- Finds the guests whose data is due to be removed.
create index users_guests_seen on users ((coalesce(last_seen_at, created_at))) where guest_email is not null and deleted_at is null;
