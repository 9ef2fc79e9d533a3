-- The page an event was reported from, without the secrets in its path.
alter table client_events add column path text not null default '';
