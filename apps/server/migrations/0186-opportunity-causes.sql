-- Causes for which an opportunity was made, also after it was deleted: it is not made again.
create table lead_causes (
  cause text primary key,
  found_at timestamptz not null default now()
);
insert into lead_causes (cause, found_at) select cause, created_at from lead_opportunities where cause is not null;

-- Whether a ticket was opened by the contact form.
alter table tickets add column from_contact_form boolean not null default false;
update tickets set from_contact_form = true where title like 'Contact form: %' and offer is null and parent_id is null;
create index tickets_from_contact_form on tickets (created_at) where from_contact_form;
create index catalog_estimates_user on catalog_estimates (user_id, created_at) where user_id is not null;
