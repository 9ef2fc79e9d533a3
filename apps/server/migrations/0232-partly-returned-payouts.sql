-- A bank may return a part of a paid payout. That part of its lines is available again, and the rest stays paid.
alter table payouts add column returned_minor bigint not null default 0,
  add constraint payouts_returned check (returned_minor >= 0 and returned_minor < amount_minor);
create table payout_returns (
  id bigint generated always as identity primary key,
  payout_id integer not null references payouts,
  subject text not null,
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null,
  foreign key (payout_id, subject) references payout_lines (payout_id, subject)
);
create index payout_returns_line on payout_returns (payout_id, subject);
create trigger payout_returns_append_only before update or delete on payout_returns for each row execute function refuse_change();
create trigger payout_returns_no_truncate before truncate on payout_returns for each statement execute function refuse_change();

-- What a payout pays of each sale, less what the bank returned.
create view payout_amounts as
  select l.payout_id, l.n, l.subject, (l.amount_minor - coalesce((select sum(r.amount_minor) from payout_returns r
    where r.payout_id = l.payout_id and r.subject = l.subject), 0))::bigint as amount_minor
  from payout_lines l;
