-- How a sale was credited to an affiliate: by a code (in discounts) or by the last tracking tag.
alter table orders
  add column affiliate_share_percent numeric(5, 2),
  add column tracking_tag_id integer references tracking_tags (id);
alter table catalog_purchases
  add column tracking_tag_id integer references tracking_tags (id);
create index orders_tracking_tag on orders (tracking_tag_id) where tracking_tag_id is not null;
create index catalog_purchases_tracking_tag on catalog_purchases (tracking_tag_id) where tracking_tag_id is not null;
create index orders_affiliate on orders (affiliate_id) where affiliate_id is not null;

alter table affiliates
  -- The level of its targets; a higher one has a higher share.
  add column level smallint not null default 0 check (level >= 0),
  add column website text not null default '',
  -- Who else gets a copy of remittance mails.
  add column remittance_email text not null default '',
  add column colour text not null default '' check (colour ~ '^(#[0-9a-f]{6})?$'),
  add column logo_file_id uuid references stored_files;
create index affiliates_logo_file on affiliates (logo_file_id) where logo_file_id is not null;

create table affiliate_level_events (
  id bigint generated always as identity primary key,
  affiliate_id integer not null references affiliates on delete cascade,
  at timestamptz not null,
  from_level smallint not null,
  to_level smallint not null,
  reached_minor bigint not null,
  currency text not null,
  actor_id integer,
  unique (affiliate_id, to_level)
);

-- Links by which staff ask affiliates for feedback. Only the hash of the token is stored.
create table affiliate_feedback (
  id integer generated always as identity primary key,
  affiliate_id integer not null references affiliates on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  rating smallint check (rating between 1 and 5),
  text text not null default '',
  given_at timestamptz,
  check ((given_at is null) = (rating is null))
);
create index affiliate_feedback_affiliate on affiliate_feedback (affiliate_id, id desc);

-- Where a partner is paid. The account number is encrypted; the last characters are shown.
create table partner_bank_accounts (
  owner text primary key check (owner ~ '^(tuner|dealer|affiliate):[1-9][0-9]*$'),
  holder text not null,
  sealed_account bytea not null,
  account_end text not null,
  bic text not null default '',
  country_code text not null,
  updated_by integer references users on delete set null,
  updated_at timestamptz not null
);
