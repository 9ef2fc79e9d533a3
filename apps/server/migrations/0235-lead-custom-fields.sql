-- Fields that staff add to deals and contacts. Values are stored on the records, keyed by the id of the field.
create table lead_fields (
  id integer generated always as identity primary key,
  record text not null check (record in ('deal', 'contact')),
  name text not null check (name <> ''),
  kind text not null check (kind in ('text', 'number', 'money', 'date', 'choice', 'boolean')),
  options text[] not null default '{}',
  currency text check ((kind = 'money') = (currency is not null)),
  position integer not null default 1,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index lead_fields_name on lead_fields (record, lower(name));

alter table lead_deals add column custom jsonb not null default '{}';
alter table lead_contacts add column custom jsonb not null default '{}';
-- Choices and yes/no are found by containment, texts by their trigrams.
create index lead_deals_custom on lead_deals using gin (custom jsonb_path_ops);
create index lead_deals_custom_text on lead_deals using gin ((custom::text) gin_trgm_ops);
create index lead_contacts_custom on lead_contacts using gin (custom jsonb_path_ops);
create index lead_contacts_custom_text on lead_contacts using gin ((custom::text) gin_trgm_ops);
