-- A deleted user gets no new records. The lock waits for a running deletion, so of a deletion and a concurrent order
-- exactly one succeeds.
create or replace function refuse_deleted_user() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and deleted_at is null for key share;
  -- An unknown id is reported by the foreign key.
  if not found and exists (select from users where id = new.user_id) then
    raise exception 'user % is deleted', new.user_id using errcode = 'check_violation', constraint = 'users_deleted';
  end if;
  return new;
end $$;

create or replace trigger refuse_deleted_user before insert on sessions
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on passkeys
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on mail_tokens
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on addresses
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on garage_vehicles
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on uploads
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on data_exports
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on dealer_members
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on tuner_members
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on affiliate_members
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on beta_participants
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on partner_applications
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on catalog_purchases
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on tune_requests
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on value_transfers
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on orders
  for each row when (new.user_id is not null) execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on trade_ins
  for each row when (new.user_id is not null) execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on tickets
  for each row when (new.user_id is not null) execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on rescue_sessions
  for each row when (new.user_id is not null) execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on api_keys
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on webhooks
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on ticket_replying
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on guest_links
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on dealer_purchase_approvals
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on tool_manifests
  for each row when (new.user_id is not null) execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on tool_sessions
  for each row execute function refuse_deleted_user();
create or replace trigger refuse_deleted_user before insert on notifications
  for each row execute function refuse_deleted_user();
