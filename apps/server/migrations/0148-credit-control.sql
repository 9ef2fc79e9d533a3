-- Credit control of dealers: reminders of overdue sales, warnings before the limit, and a pause of sales on account.
alter table dealers
  -- Set while a sale is long overdue; cleared when it is paid.
  add column account_paused_at timestamptz,
  -- Until then staff let the dealer buy on account despite the pause.
  add column account_released_until timestamptz;

-- Reminders sent, once for each overdue sale and level.
create table dealer_reminders (
  dealer_id integer not null references dealers on delete cascade,
  currency text not null,
  subject text not null,
  level smallint not null check (level between 1 and 3),
  sent_at timestamptz not null,
  primary key (dealer_id, currency, subject, level)
);

-- Warnings sent about a used credit limit; a row goes when less of the limit is used again.
create table dealer_credit_warnings (
  dealer_id integer not null references dealers on delete cascade,
  currency text not null,
  percent smallint not null,
  sent_at timestamptz not null,
  primary key (dealer_id, currency, percent)
);

alter table staff_approvals drop constraint staff_approvals_kind_check;
alter table staff_approvals add constraint staff_approvals_kind_check
  check (kind in ('goodwill', 'credits', 'correction', 'account-release'));
