-- Tune credits. How many somebody has is in the ledger (units cr.*); here is where they came from, until when they are good, and what
-- became of them. What is left of a lot is its units less its uses, and is stored nowhere.
create table tune_credit_lots (
  id integer generated always as identity primary key,
  owner text not null check (owner ~ '^(user|dealer):[1-9][0-9]*$'),
  kind text not null check (kind in ('ecu', 'tcu', 'awd', 'universal')),
  units integer not null check (units > 0),
  -- What was paid for all of them, owed until they are used. Null where nobody paid: then the house bears what they are used for.
  value_minor bigint check (value_minor > 0),
  currency text,
  source text not null check (source in ('grant', 'code', 'gift', 'split', 'deal')),
  -- What they came from: 'purchase:9', 'code:4'.
  subject text not null,
  parent_id integer references tune_credit_lots,
  reason text not null default '',
  given_by integer references users,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- The day before expiry its owner was last told about: 30 or 7.
  warned_days smallint,
  check ((value_minor is null) = (currency is null))
);
create index tune_credit_lots_owner on tune_credit_lots (owner, id desc);
create index tune_credit_lots_subject on tune_credit_lots (subject);
create index tune_credit_lots_expiry on tune_credit_lots (expires_at);
create trigger tune_credit_lots_stay
  before delete or update of owner, kind, units, value_minor, currency, source, subject, parent_id, issued_at on tune_credit_lots
  for each row execute function refuse_change();

create table tune_credit_uses (
  id bigint generated always as identity primary key,
  lot_id integer not null references tune_credit_lots,
  what text not null check (what in ('spend', 'give', 'expire', 'take-back')),
  -- What for: 'purchase:9', 'code:4'.
  subject text not null,
  line smallint,
  units integer not null check (units > 0),
  -- Of what was paid for the lot; null where nobody paid.
  value_minor bigint,
  -- What it was worth to a purchase, in its currency, with the rate where that is another one than the lot's.
  worth_minor bigint,
  rate text,
  rate_at timestamptz,
  state text not null check (state in ('held', 'done', 'void', 'returned')),
  hold_id bigint,
  at timestamptz not null,
  ended_at timestamptz,
  check ((rate is null) = (rate_at is null))
);
create index tune_credit_uses_lot on tune_credit_uses (lot_id) include (units, value_minor, state);
create index tune_credit_uses_subject on tune_credit_uses (subject);

-- The second wall behind the lock every use takes: no lot is used beyond what it had.
create function tune_credit_use_fits() returns trigger language plpgsql as $$
begin
  perform from tune_credit_lots l where l.id = new.lot_id for update;
  if (select sum(u.units) from tune_credit_uses u where u.lot_id = new.lot_id and u.state in ('held', 'done'))
    > (select l.units from tune_credit_lots l where l.id = new.lot_id)
  then
    raise exception 'lot % has no more credits', new.lot_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger tune_credit_uses_fit after insert or update of state, units on tune_credit_uses
  for each row execute function tune_credit_use_fits();

-- What is left of each, and what of it was paid for.
create view tune_credit_left as
  select l.id, l.owner, l.kind, l.units, l.currency, l.source, l.subject, l.reason, l.issued_at, l.expires_at, l.warned_days,
    (l.units - coalesce(u.taken, 0))::integer as left_units, coalesce(u.held, 0)::integer as held_units,
    (l.value_minor - coalesce(u.value_minor, 0))::bigint as left_minor
  from tune_credit_lots l
  left join lateral (
    select sum(x.units) as taken, sum(x.units) filter (where x.state = 'held') as held, sum(x.value_minor) as value_minor
    from tune_credit_uses x where x.lot_id = l.id and x.state in ('held', 'done')
  ) u on true;

create table tune_credit_codes (
  id integer generated always as identity primary key,
  -- SHA-256 of the code, and its last letters to tell one from another: this table is no list of money.
  code_hash bytea not null unique,
  hint text not null,
  state text not null default 'open' check (state in ('open', 'claimed', 'withdrawn', 'expired')),
  kind text not null check (kind in ('ecu', 'tcu', 'awd', 'universal')),
  units integer not null check (units > 0),
  -- The dealer whose credits wait behind it; null where the house gives.
  dealer_id integer references dealers,
  given_by integer references users,
  -- Only the user with this confirmed address may claim it.
  recipient citext,
  note text not null default '',
  credit_days integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_by integer references users,
  claimed_at timestamptz,
  ended_at timestamptz,
  check ((state = 'claimed') = (claimed_by is not null)),
  check ((state = 'claimed') = (claimed_at is not null))
);
create index tune_credit_codes_open on tune_credit_codes (expires_at) where state = 'open';
create index tune_credit_codes_recipient on tune_credit_codes (recipient) where state = 'open' and recipient is not null;
create index tune_credit_codes_dealer on tune_credit_codes (dealer_id, id desc) where dealer_id is not null;

-- Purchases: what credits pay of one, and what of it is sold as credits.
alter table catalog_purchases
  -- Of its price, and what that was worth as money for the work.
  add column credit_minor bigint not null default 0 check (credit_minor >= 0),
  add column credit_worth_minor bigint not null default 0 check (credit_worth_minor >= 0),
  add column credits_back_at timestamptz,
  add column split_minor bigint not null default 0 check (split_minor >= 0),
  drop constraint catalog_purchases_add_up,
  add constraint catalog_purchases_add_up check (total_minor = list_minor - discount_minor - credit_minor + tax_minor);
alter table catalog_purchase_lines
  add column credit_kind text check (credit_kind in ('ecu', 'tcu', 'awd', 'universal')),
  add column credit_minor bigint not null default 0 check (credit_minor >= 0),
  -- Tune credits given instead of the tune: { "ecu": 2, "tcu": 1, "awd": 0 }
  add column gives jsonb;
drop trigger catalog_purchase_lines_stay on catalog_purchase_lines;
create trigger catalog_purchase_lines_stay
  before delete or update of line, kind, label, list_minor, net_minor, derivation, credit_kind, credit_minor, gives on catalog_purchase_lines
  for each row execute function refuse_change();
create or replace function refuse_purchase_rewrite() returns trigger language plpgsql as $$
begin
  if (new.currency, new.list_minor, new.discount_minor, new.tax_minor, new.total_minor, new.card_minor, new.account_minor, new.free_minor,
      new.credit_minor, new.credit_worth_minor, new.split_minor, new.user_id, new.placed_at)
    is distinct from (old.currency, old.list_minor, old.discount_minor, old.tax_minor, old.total_minor, old.card_minor,
      old.account_minor, old.free_minor, old.credit_minor, old.credit_worth_minor, old.split_minor, old.user_id, old.placed_at)
  then
    raise exception 'the sums of a purchase are never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace view store_sale_lines as
  select 'order:' || l.order_id as subject, l.line, l.slug, l.name, l.quantity, l.net_minor, l.discount_minor from order_lines l
  union all
  -- What a tune credit paid is no money.
  select 'purchase:' || l.purchase_id, l.line, coalesce('tune:' || l.tune_id, 'tool:' || l.tool_id, l.kind), l.label, 1::smallint,
    l.net_minor - l.credit_minor, l.list_minor - l.net_minor + l.credit_minor
  from catalog_purchase_lines l
  union all
  select 'purchase-account:' || c.id, l.line, coalesce('tune:' || l.tune_id, 'tool:' || l.tool_id, l.kind), l.label, 1::smallint,
    l.net_minor - l.credit_minor, l.list_minor - l.net_minor + l.credit_minor
  from catalog_purchases c join catalog_purchase_lines l on l.purchase_id = c.id where c.account_minor > 0 and c.card_minor = 0
  union all
  -- Its lines stand with the card, so that a column can be summed.
  select 'purchase-account:' || c.id, 1::smallint, 'account', 'The part on the account', 1::smallint, 0, 0
  from catalog_purchases c where c.account_minor > 0 and c.card_minor > 0;

-- The lots a request is to be paid with, as its customer chose them.
alter table tune_requests add column credit_ids integer[] not null default '{}';
