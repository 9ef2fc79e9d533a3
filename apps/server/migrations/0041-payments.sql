-- Payments by card. A payment pays one subject once, however often it is tried. Everything is written before the provider is asked,
-- and whatever the provider says ends in move_payment, under the lock of the payment's row.

create table payment_customers (
  -- 'user:5' or 'dealer:3'
  owner text not null,
  provider text not null,
  customer_id text not null,
  created_at timestamptz not null default now(),
  primary key (owner, provider),
  unique (provider, customer_id)
);

-- What people recognise a card by, and nothing more.
create table payment_methods (
  id integer generated always as identity primary key,
  owner text not null,
  provider text not null,
  provider_method_id text not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9?]{4}$'),
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  unique (provider, provider_method_id)
);
create index payment_methods_owner on payment_methods (owner, id) where removed_at is null;

create table payments (
  id integer generated always as identity primary key,
  -- What the provider knows it by.
  uuid uuid not null unique default gen_random_uuid(),
  -- 'order:17': the area of that name says what settling means.
  subject text not null check (subject ~ '^[a-z][a-z-]*:[^\s]{1,100}$'),
  -- 'user:5', 'dealer:3' or 'guest'
  payer text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  capture text not null default 'now' check (capture in ('now', 'later')),
  state text not null default 'created' check (state in ('created', 'requires_action', 'authorised', 'captured', 'part_refunded',
    'refunded', 'disputed', 'charged_back', 'failed', 'voided')),
  error_kind text,
  provider text not null,
  intent_id text,
  captured_minor bigint not null default 0 check (captured_minor in (0, amount_minor)),
  disputed_minor bigint not null default 0 check (disputed_minor between 0 and captured_minor),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, intent_id)
);
-- One payment at a time for each subject, and therefore one capture.
create unique index payments_one_per_subject on payments (subject) where state <> 'voided';
create index payments_payer on payments (payer, id desc);
create index payments_authorised on payments (updated_at) where state = 'authorised';

-- Written ahead of every try. One is on its way at a time.
create table payment_attempts (
  id integer generated always as identity primary key,
  payment_id integer not null references payments,
  number integer not null,
  key text not null unique,
  -- The provider's token, never a card.
  method text not null,
  stored_method_id integer references payment_methods,
  customer_id text,
  -- The intent this try goes to; null makes it.
  intent_id text,
  keep_method boolean not null,
  -- action: the bank asks the payer something; dropped: the payer took another card instead.
  state text not null default 'open' check (state in ('open', 'action', 'succeeded', 'failed', 'dropped')),
  error_kind text,
  error_code text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  looks integer not null default 0,
  look_at timestamptz not null default now() + interval '20 seconds',
  unique (payment_id, number)
);
create unique index payment_attempts_one_live on payment_attempts (payment_id) where state in ('open', 'action');
create index payment_attempts_due on payment_attempts (look_at) where state in ('open', 'action');

create table payment_refunds (
  id integer generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  payment_id integer not null references payments,
  -- The asker's own key: the same wish sent twice is one refund.
  request_key text not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  -- What the subject's area wants to know again when the refund settles: lines, shares.
  detail jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'pending', 'settled', 'failed')),
  error text,
  provider_refund_id text unique,
  actor_id integer,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  looks integer not null default 0,
  look_at timestamptz not null default now() + interval '20 seconds',
  unique (payment_id, request_key)
);
create index payment_refunds_payment on payment_refunds (payment_id);
create index payment_refunds_due on payment_refunds (look_at) where state in ('open', 'pending');

create table payment_history (
  id bigint generated always as identity primary key,
  payment_id integer not null references payments,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  state_before text,
  state_after text not null,
  actor_id integer,
  -- Where the news came from: answer, event, sweep, staff.
  via text not null,
  reason text,
  detail jsonb not null default '{}'
);
create index payment_history_payment on payment_history (payment_id, id);
create unique index payment_history_one_capture on payment_history (payment_id) where event in ('capture', 'capture-late');
create trigger payment_history_append_only before update or delete on payment_history for each row execute function refuse_change();
create trigger payment_history_no_truncate before truncate on payment_history for each statement execute function refuse_change();

-- The provider's own messages. Kept before they are worked on, so that none is lost and none counts twice.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  about_kind text,
  about_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  looks integer not null default 0,
  look_at timestamptz not null default now() + interval '5 seconds',
  primary key (provider, event_id)
);
create index provider_events_due on provider_events (look_at) where processed_at is null;
create index provider_events_received on provider_events (received_at);

-- Finds or makes the payment of a subject and the one attempt that may be on its way, in one statement. An expected no is an answer:
-- 'paid', 'changed' (the sum or the provider is another one), 'method' (no such stored method), 'busy' (a try with another card has
-- no answer yet).
create function prepare_payment(
  p_subject text, p_payer text, p_amount bigint, p_currency text, p_provider text, p_method text, p_stored integer, p_keep boolean,
  p_capture text,
  out problem text, out payment payments, out attempt payment_attempts
) language plpgsql as $$
declare
  token text := p_method;
  customer text;
  fresh boolean;
begin
  insert into payments as p (subject, payer, amount_minor, currency, provider, capture)
    values (p_subject, p_payer, p_amount, p_currency, p_provider, p_capture)
    on conflict (subject) where state <> 'voided' do update set subject = excluded.subject
    returning p.* into payment;
  if payment.state not in ('created', 'requires_action', 'failed') then
    problem := 'paid';
    return;
  end if;
  if payment.amount_minor <> p_amount or payment.currency <> p_currency or payment.provider <> p_provider then
    problem := 'changed';
    return;
  end if;
  if p_stored is not null then
    select m.provider_method_id into token from payment_methods m
      where m.id = p_stored and m.owner = p_payer and m.provider = p_provider and m.removed_at is null;
    if not found then
      problem := 'method';
      return;
    end if;
  end if;
  select * into attempt from payment_attempts a where a.payment_id = payment.id and a.state in ('open', 'action');
  if found then
    if attempt.method = token then
      return;
    end if;
    if attempt.state = 'open' then
      problem := 'busy';
      return;
    end if;
    update payment_attempts set state = 'dropped', ended_at = now() where id = attempt.id;
  end if;
  if p_stored is not null or p_keep then
    select c.customer_id into customer from payment_customers c where c.owner = p_payer and c.provider = p_provider;
  end if;
  insert into payment_attempts (payment_id, number, key, method, stored_method_id, customer_id, intent_id, keep_method)
    select payment.id, n, payment.uuid || '.' || n, token, p_stored, customer, payment.intent_id, p_keep and customer is not null
    from (select coalesce(max(a.number), 0) + 1 as n from payment_attempts a where a.payment_id = payment.id) next
    returning * into attempt;
  fresh := attempt.number = 1;
  if fresh or payment.state <> 'created' then
    insert into payment_history (payment_id, event, state_before, state_after, via, detail)
      values (payment.id, case when fresh then 'create' else 'try-again' end, case when fresh then null else payment.state end,
        'created', 'answer', jsonb_build_object('attempt', attempt.number));
    if payment.state <> 'created' then
      update payments p set state = 'created', error_kind = null, updated_at = now() where p.id = payment.id returning p.* into payment;
    end if;
  end if;
end $$;

-- One step of a payment: locks it, judges the state it finds, moves it, ends its attempt and writes the history. `moved` is false when
-- somebody else has taken the step already.
create function move_payment(
  p_id integer, p_event text, p_from text[], p_to text, p_intent text, p_captured bigint, p_disputed bigint,
  p_attempt integer, p_attempt_state text, p_kind text, p_code text, p_via text, p_actor integer, p_reason text, p_detail jsonb,
  out moved boolean, out payment payments, out attempt payment_attempts
) language plpgsql as $$
declare
  was text;
begin
  select * into strict payment from payments p where p.id = p_id for update;
  was := payment.state;
  moved := was = any (p_from) and (payment.intent_id is null or p_intent is null or payment.intent_id = p_intent);
  if not moved then
    return;
  end if;
  update payments p set
      state = p_to,
      intent_id = coalesce(p.intent_id, p_intent),
      captured_minor = coalesce(p_captured, p.captured_minor),
      disputed_minor = coalesce(p_disputed, p.disputed_minor),
      error_kind = case when p_to = 'failed' then p_kind end,
      updated_at = now()
    where p.id = p_id returning p.* into payment;
  if p_attempt_state is not null then
    -- Without a number it is the one on its way; a capture ends it whichever card it came from.
    update payment_attempts a set
        state = p_attempt_state,
        error_kind = p_kind,
        error_code = p_code,
        ended_at = case when p_attempt_state <> 'action' then now() end,
        look_at = case when p_attempt_state = 'action' then now() + interval '60 seconds' else a.look_at end
      where a.payment_id = p_id and a.state in ('open', 'action') and (p_attempt is null or a.id = p_attempt)
      returning a.* into attempt;
  end if;
  insert into payment_history (payment_id, event, state_before, state_after, actor_id, via, reason, detail)
    values (p_id, p_event, was, p_to, p_actor, p_via, p_reason, p_detail);
end $$;

-- The built-in test provider is an outsider: it keeps its own book, and nothing of ours looks into it except through its interface.
create schema test_provider;
create table test_provider.journal (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  key text not null unique,
  -- wait: a key used up without effect; lost: a request that did not arrive.
  kind text not null check (kind in ('wait', 'lost', 'action', 'decline', 'authorise', 'charge', 'capture', 'void', 'refund')),
  intent text not null,
  reference text,
  amount_minor bigint not null,
  currency text not null,
  method text,
  code text
);
create index journal_intent on test_provider.journal (intent, id);
create index journal_at on test_provider.journal (at);
create unique index journal_one_capture on test_provider.journal (intent) where kind in ('charge', 'capture');
create trigger journal_append_only before update or delete on test_provider.journal for each row execute function refuse_change();
create table test_provider.methods (
  id text primary key,
  customer text not null,
  token text not null,
  removed_at timestamptz
);
create index methods_customer on test_provider.methods (customer);
