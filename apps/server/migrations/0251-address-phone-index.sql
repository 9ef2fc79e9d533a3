-- Staff find customers by a phone number, however it is written.
create index addresses_phone_keys on addresses using gin (lead_phone_keys(array[phone]));
