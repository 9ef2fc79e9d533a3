-- Tags that affiliates, or staff for them, make; one that ended is no longer counted, and its name is not given again.
alter table tracking_tags
  add column id integer generated always as identity unique,
  add column affiliate_id integer references affiliates on delete cascade,
  add column created_by integer references users on delete set null,
  add column ended_at timestamptz;
create index tracking_tags_affiliate on tracking_tags (affiliate_id, id) where affiliate_id is not null;
