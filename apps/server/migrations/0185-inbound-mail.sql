-- Replies by mail. The sender of the outbox makes the reply address from the record, so no token is stored.
alter table mail_outbox add column reply_about text check (reply_about ~ '^[a-z-]+:[0-9]+$');

-- The key that signs reply addresses, encrypted with the installation's key: addresses in mails sent earlier stay valid
-- when that key is rotated.
create table reply_keys (
  id integer primary key default 1 check (id = 1),
  sealed_key bytea not null,
  created_at timestamptz not null default now()
);

-- One row for each mail that was stored. The same mail for the same record is stored once.
create table inbound_mails (
  subject text not null,
  message_sha256 bytea not null,
  received_at timestamptz not null default now(),
  primary key (subject, message_sha256)
);
create index inbound_mails_received on inbound_mails (received_at);

alter table ticket_messages add column by_mail boolean not null default false;
-- Whether the first message, which is the description, came by mail.
alter table tickets add column by_mail boolean not null default false;

create table lead_mail_replies (
  id integer generated always as identity primary key,
  deal_id integer not null references lead_deals on delete cascade,
  contact_id integer references lead_contacts on delete set null,
  from_address text not null,
  -- Whether it came from the address the mail was sent to.
  verified boolean not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index lead_mail_replies_deal on lead_mail_replies (deal_id);
create index lead_mail_replies_contact on lead_mail_replies (contact_id) where contact_id is not null;
