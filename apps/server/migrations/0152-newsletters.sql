-- Newsletters, their subscribers and the mails about blog posts for dealers. All of them are bulk mail: many recipients of one text.

create table mail_bodies (
  id integer generated always as identity primary key,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now()
);
-- With a body_id, text_body and html_body are empty.
alter table mail_outbox add column body_id integer references mail_bodies;
-- Sent after all other mail, and at most once: what was being sent when a process died is not repeated.
alter table mail_outbox add column bulk boolean not null default false;
alter table mail_outbox add column sending boolean not null default false;
-- The receiving server said that the address does not exist.
alter table mail_outbox add column refused boolean not null default false;
create index mail_outbox_body on mail_outbox (body_id) where body_id is not null;
drop index mail_outbox_due;
create index mail_outbox_due on mail_outbox (bulk, next_attempt_at, id) where state = 'queued';

create table newsletters (
  id integer generated always as identity primary key,
  slug text not null constraint newsletters_slug_key unique,
  title text not null,
  -- The line that inboxes show beside the subject.
  preview text not null default '',
  text text not null,
  button_label text not null default '',
  button_url text not null default '',
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'sent')),
  send_at timestamptz,
  started_at timestamptz,
  sent_at timestamptz,
  body_id integer references mail_bodies,
  -- Batches are taken in the order of subscribers; the next one begins after this.
  last_subscriber_id integer not null default 0,
  recipients integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint newsletters_button check ((button_label = '') = (button_url = ''))
);
create index newsletters_due on newsletters (send_at) where state = 'scheduled';
create index newsletters_body on newsletters (body_id);

create table newsletter_subscribers (
  id integer generated always as identity primary key,
  email text not null constraint newsletter_subscribers_email_key unique,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  -- Of the link in the newest confirmation mail.
  confirm_hash bytea,
  confirm_until timestamptz,
  confirmed_at timestamptz,
  -- Deliveries in a row that failed for a temporary reason.
  soft_bounces integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index newsletter_subscribers_confirm on newsletter_subscribers (confirm_hash) where confirm_hash is not null;
create index newsletter_subscribers_confirmed on newsletter_subscribers (id) where state = 'confirmed';

-- One row for each mail of a newsletter: the key keeps anybody from getting it twice.
create table newsletter_deliveries (
  newsletter_id integer not null references newsletters,
  subscriber_id integer not null references newsletter_subscribers on delete cascade,
  -- Of the unsubscribe link in this mail, which stays valid.
  token_hash bytea not null constraint newsletter_deliveries_token_key unique,
  -- In mail_outbox, which deletes its rows after a time.
  mail_id integer,
  unsubscribed_at timestamptz,
  bounced_at timestamptz,
  primary key (newsletter_id, subscriber_id)
);
create index newsletter_deliveries_subscriber on newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_mail on newsletter_deliveries (mail_id);

create table newsletter_events (
  id bigint generated always as identity primary key,
  newsletter_id integer references newsletters on delete cascade,
  subscriber_id integer references newsletter_subscribers on delete cascade,
  at timestamptz not null,
  event text not null,
  from_state text,
  to_state text not null,
  actor_id integer references users on delete set null,
  reason text not null default ''
);
create index newsletter_events_newsletter on newsletter_events (newsletter_id, id);
create index newsletter_events_subscriber on newsletter_events (subscriber_id);
create index newsletter_events_actor on newsletter_events (actor_id);

-- Posts that were published before this migration are not mailed.
alter table blog_posts add column dealers_mailed_at timestamptz;
update blog_posts set dealers_mailed_at = now() where publish_at <= now();
create index blog_posts_unmailed on blog_posts (publish_at) where dealers_mailed_at is null and publish_at is not null;

create table dealer_blog_mails (
  post_id integer not null references blog_posts on delete cascade,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null constraint dealer_blog_mails_token_key unique,
  created_at timestamptz not null,
  primary key (post_id, user_id)
);
create index dealer_blog_mails_user on dealer_blog_mails (user_id);
create table dealer_blog_unsubscribes (
  user_id integer primary key references users on delete cascade,
  created_at timestamptz not null
);
