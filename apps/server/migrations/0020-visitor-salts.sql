-- A visitor is known by a hash over the salt of the day. Once a salt is gone, no hash made with it can be traced back.
create table visitor_salts (
  day date primary key,
  salt bytea not null
);
