-- One state transition of a payment: locks it, checks its state, changes it, ends its attempt and writes the history. `moved` is false
-- if another transaction has made the transition already.
create or replace function move_payment(
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
    -- Without an id it is the pending attempt; a capture ends it regardless of its card.
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
