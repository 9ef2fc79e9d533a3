-- Payments of a dealer to its balance. A card payment is in `payments`, too; a bank transfer is recorded by staff.
create table dealer_payments (
  id integer generated always as identity primary key,
  dealer_id integer not null references dealers,
  state text not null default 'created' check (state in ('created', 'captured', 'failed')),
  method text not null check (method in ('card', 'transfer')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The same request sent twice is one payment.
  request_key text not null unique,
  -- What the bank calls a transfer. One transfer is booked once.
  reference text not null default '',
  made_by integer references users on delete set null,
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((state = 'captured') = (paid_at is not null))
);
create index dealer_payments_dealer on dealer_payments (dealer_id, id desc);
create unique index dealer_payments_reference on dealer_payments (dealer_id, reference) where method = 'transfer';

-- The sales a payment is for, as chosen by the payer: 'purchase:17'. Without any it pays the oldest first.
create table dealer_payment_items (
  payment_id integer not null references dealer_payments,
  subject text not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (payment_id, subject)
);
create index dealer_payment_items_subject on dealer_payment_items (subject);

-- A statement is written once and never changed: its text, and the hash of it that anyone can verify.
create table dealer_statements (
  id integer generated always as identity primary key,
  dealer_id integer not null references dealers,
  number text not null unique,
  currency text not null,
  -- The month: its first day, and the moments it begins and ends in the statement's time zone.
  month date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  opening_minor bigint not null,
  closing_minor bigint not null,
  body text not null,
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  issued_at timestamptz not null,
  unique (dealer_id, currency, month)
);
create index dealer_statements_dealer on dealer_statements (dealer_id, month desc, currency);
create trigger dealer_statements_stay before update or delete on dealer_statements
  for each row execute function refuse_change();

-- Which statements were mailed: in the transaction that queues the mail.
create table dealer_statement_mails (
  statement_id integer primary key references dealer_statements,
  mailed_at timestamptz not null
);
