-- The notification centre: what was mailed to an account, as its owner reads it on the site.
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  title text not null check (length(title) <= 300),
  text text not null check (length(text) <= 300),
  -- A page of the site without its language; null if only the mail has a link.
  path text check (path like '/%' and path not like '//%' and length(path) <= 300),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;
create index notifications_created on notifications (created_at);
