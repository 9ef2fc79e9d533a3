-- Numbers and dates of custom fields, found by range: one row for each, with a key such as [3, 12.5] or [3, "2026-05-01"]. The key
-- begins with the field, so that its statistics describe the values of each field.
create table lead_deal_values (
  deal_id integer not null references lead_deals on delete cascade,
  key jsonb not null,
  primary key (deal_id, key)
);
create index lead_deal_values_key on lead_deal_values (key, deal_id);
create table lead_contact_values (
  contact_id integer not null references lead_contacts on delete cascade,
  key jsonb not null,
  primary key (contact_id, key)
);
create index lead_contact_values_key on lead_contact_values (key, contact_id);
alter table lead_deal_values alter column key set statistics 1000;
alter table lead_contact_values alter column key set statistics 1000;

insert into lead_deal_values
  select d.id, jsonb_build_array(f.id::integer, f.value) from lead_deals d, jsonb_each(d.custom) as f (id, value)
  where jsonb_typeof(f.value) = 'number' or f.value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}$';
insert into lead_contact_values
  select c.id, jsonb_build_array(f.id::integer, f.value) from lead_contacts c, jsonb_each(c.custom) as f (id, value)
  where jsonb_typeof(f.value) = 'number' or f.value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}$';
