-- Finds or creates the payment of a subject and its single pending attempt, in one statement. An expected refusal is returned:
-- 'paid', 'changed' (amount or provider differs), 'method' (no such stored method), 'busy' (an attempt with another card is
-- pending), 'tries' (too many refused cards for this payment), 'client' (too many refused cards of one client within the hour).
create or replace function prepare_payment(
  p_subject text, p_payer text, p_amount bigint, p_currency text, p_provider text, p_method text, p_stored integer, p_keep boolean,
  p_capture text, p_clients text[], p_tries integer, p_client_tries integer[],
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
  fresh := not exists (select from payment_history h where h.payment_id = payment.id);
  if fresh then
    insert into payment_history (payment_id, event, state_before, state_after, via) values (payment.id, 'create', null, 'created', 'answer');
  end if;
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
    attempt := null;
  end if;
  if (select count(*) from payment_attempts a where a.payment_id = payment.id and a.state in ('failed', 'dropped')
      and a.error_kind is distinct from 'network_down_retry') >= p_tries then
    problem := 'tries';
    return;
  end if;
  if exists (
    select from unnest(p_clients, p_client_tries) as c (key, most)
    where (select count(*) from payment_attempts a where a.clients @> array[c.key] and a.ended_at > now() - interval '1 hour'
      and a.state in ('failed', 'dropped') and a.error_kind is distinct from 'network_down_retry') >= c.most
  ) then
    problem := 'client';
    return;
  end if;
  if p_stored is not null or p_keep then
    select c.customer_id into customer from payment_customers c where c.owner = p_payer and c.provider = p_provider;
  end if;
  insert into payment_attempts (payment_id, number, key, method, stored_method_id, customer_id, intent_id, keep_method, clients)
    select payment.id, n, payment.uuid || '.' || n, token, p_stored, customer, payment.intent_id, p_keep and customer is not null,
      p_clients
    from (select coalesce(max(a.number), 0) + 1 as n from payment_attempts a where a.payment_id = payment.id) next
    returning * into attempt;
  if payment.state <> 'created' then
    insert into payment_history (payment_id, event, state_before, state_after, via, detail)
      values (payment.id, 'try-again', payment.state, 'created', 'answer', jsonb_build_object('attempt', attempt.number));
    update payments p set state = 'created', error_kind = null, updated_at = now() where p.id = payment.id returning p.* into payment;
  end if;
end $$;
