-- Logo and colours of a dealer, shown to its customers beside our own: on request pages, in mails and on invoices.
alter table dealers
  add column brand_colour text not null default '' check (brand_colour ~ '^(#[0-9a-f]{6})?$'),
  -- Of text on the brand colour. Their contrast is checked when they are stored.
  add column brand_text_colour text not null default '' check (brand_text_colour ~ '^(#[0-9a-f]{6})?$'),
  add column brand_logo_file_id uuid references stored_files,
  add constraint dealers_brand_colours check ((brand_colour = '') = (brand_text_colour = ''));
create index dealers_brand_logo on dealers (brand_logo_file_id) where brand_logo_file_id is not null;

-- What a mail carries as a file. The sender renders it, so the outbox stores a name such as 'statement:17' only.
alter table mail_outbox add column attachment text check (attachment ~ '^[a-z-]+:[1-9][0-9]*$');
