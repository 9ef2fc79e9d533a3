-- Staff members who are writing a reply right now. Unlogged: after a crash nobody is writing.
create unlogged table ticket_replying (
  ticket_id integer not null references tickets on delete cascade,
  user_id integer not null references users on delete cascade,
  at timestamptz not null,
  primary key (ticket_id, user_id)
);
create index ticket_replying_user on ticket_replying (user_id);
