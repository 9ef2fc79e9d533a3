-- Notifies webhooks when the state of a tune request changes.
create or replace function queue_webhooks_of_request() returns trigger language plpgsql as $$
declare
  asked tune_requests;
begin
  select * into asked from tune_requests where id = new.request_id;
  perform queue_webhooks('tune_request.state_changed', asked.user_id, asked.dealer_id,
    jsonb_build_object('request_id', asked.id, 'from', new.from_state, 'state', new.to_state));
  return null;
end $$;
create or replace trigger queue_webhooks after insert on tune_request_events
  for each row when (new.from_state is distinct from new.to_state) execute function queue_webhooks_of_request();
