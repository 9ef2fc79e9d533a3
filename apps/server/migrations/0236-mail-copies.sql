-- A mail to several people is one copy for each, with a reply address and an unsubscribe link of their own. The headers of
-- every copy name all of them.
alter table mail_outbox add column shown_to text;
alter table mail_outbox add column shown_cc text[] not null default '{}';

-- The copy to the first recipient; null for that one.
alter table lead_mails add column copy_of_id integer references lead_mails on delete cascade;
create index lead_mails_copy_of on lead_mails (copy_of_id) where copy_of_id is not null;
