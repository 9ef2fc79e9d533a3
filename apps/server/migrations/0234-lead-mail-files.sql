-- A mail from a deal can carry one of the deal's files. The name is kept: the timeline shows it after the file is deleted.
alter table lead_mails add column file_id uuid references stored_files on delete set null;
alter table lead_mails add column file_name text not null default '';
create index lead_mails_file_id on lead_mails (file_id) where file_id is not null;
