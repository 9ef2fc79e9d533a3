-- A finished request finds the ones that follow it.
create index tune_requests_parent on tune_requests (parent_id, id) where parent_id is not null;
