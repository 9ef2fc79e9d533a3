-- One wish, one request: made from the caller's key and what was sent with it, so that a try after a lost answer finds the first one.
alter table tune_requests add column request_key text;
create unique index tune_requests_request_key on tune_requests (request_key) where request_key is not null;
