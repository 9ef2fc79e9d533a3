-- A car that was handed over stays with its former owner as a record of their receipts, without a say in the car.
alter table garage_vehicles add column handed_over_at timestamptz;
drop index garage_vehicles_vin;
create unique index garage_vehicles_vin on garage_vehicles (user_id, vin) where vin is not null and handed_over_at is null;

-- tune: a tune of a former owner; dyno: a measured run; change: an edited fact; handover: the car changed hands.
alter table vehicle_records drop constraint vehicle_records_kind_check;
alter table vehicle_records add constraint vehicle_records_kind_check
  check (kind in ('request', 'purchase', 'log', 'ticket', 'note', 'tune', 'dyno', 'change', 'handover'));
alter table vehicle_records add column power_hp integer check (power_hp between 1 and 5000);
alter table vehicle_records add column torque_nm integer check (torque_nm between 1 and 10000);

-- A hand-over completes when the new owner enters the code; nobody confirms it a second time.
alter table vehicle_transfers drop constraint vehicle_transfers_state_check;
alter table vehicle_transfers add constraint vehicle_transfers_state_check
  check (state in ('offered', 'completed', 'cancelled', 'expired'));
-- Only the account with this confirmed address may use the code. It is removed when the hand-over ends.
alter table vehicle_transfers add column email text;
drop index vehicle_transfers_open;
create unique index vehicle_transfers_open on vehicle_transfers (vehicle_id) where state = 'offered';
drop index vehicle_transfers_expiry;
create index vehicle_transfers_expiry on vehicle_transfers (expires_at) where state = 'offered';

-- What the owner calls a link, such as the person it was sent to.
alter table passport_shares add column label text not null default '';
-- The masked VIN is one of the parts.
alter table passport_shares drop column shows_vin;
alter table passport_shares rename column kinds to parts;
