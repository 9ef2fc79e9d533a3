-- Whatever writes a record, its numbers and dates are found by range.
create or replace function index_lead_values() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'lead_deals' then
    if tg_op = 'UPDATE' then delete from lead_deal_values where deal_id = new.id; end if;
    insert into lead_deal_values (deal_id, key) select new.id, key from lead_value_keys(new.custom) as key;
  else
    if tg_op = 'UPDATE' then delete from lead_contact_values where contact_id = new.id; end if;
    insert into lead_contact_values (contact_id, key) select new.id, key from lead_value_keys(new.custom) as key;
  end if;
  return null;
end $$;
create or replace trigger lead_deals_new_values after insert on lead_deals
  for each row when (new.custom <> '{}') execute function index_lead_values();
create or replace trigger lead_deals_changed_values after update of custom on lead_deals
  for each row when (old.custom is distinct from new.custom) execute function index_lead_values();
create or replace trigger lead_contacts_new_values after insert on lead_contacts
  for each row when (new.custom <> '{}') execute function index_lead_values();
create or replace trigger lead_contacts_changed_values after update of custom on lead_contacts
  for each row when (old.custom is distinct from new.custom) execute function index_lead_values();
