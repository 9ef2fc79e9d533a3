-- Accounts of the demo data set have a published password: known by id, because their address can be changed.
create table demo_accounts (
  user_id integer primary key references users on delete cascade
);
insert into demo_accounts (user_id) select id from users where email like '%@demo.tuneport.test';

-- What is loaded of the demo data set, so that an interrupted load continues. The row 'begun' keeps the time all dates are relative to.
create table demo_steps (
  step text primary key,
  at timestamptz not null
);
