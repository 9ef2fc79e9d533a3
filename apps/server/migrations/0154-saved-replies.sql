-- Texts that staff insert into replies to tickets.
create table saved_replies (
  id integer generated always as identity primary key,
  title text not null constraint saved_replies_title_key unique,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
