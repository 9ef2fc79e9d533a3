-- What was delivered lately, newest first: asked in the transaction of every payment for its promise, and by the report of a tuner.
create index tune_requests_delivered on tune_requests (tuner_id, delivered_at desc) where delivered_at is not null;
create index tune_request_events_rejected on tune_request_events (at) where event = 'reject';
