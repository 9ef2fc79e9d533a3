-- The language in which a visitor without a chosen language last caused a mail to an address, for later mails to it. The
-- address itself is not stored.
create table mail_languages (
  address_sha256 bytea primary key,
  language text not null check (language in ('en', 'de', 'fr')),
  set_at timestamptz not null default now()
);
