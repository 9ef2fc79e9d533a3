-- Takes the next mail, bulk mail last, and marks the one sent before it: both in one commit. Right after 100,000 mails
-- were queued, the statistics still say that none is; without these settings each claim would read and sort them all.
create or replace function claim_mail(lease interval, sent integer, sent_claim integer) returns setof mail_outbox
language plpgsql set enable_sort = off set enable_bitmapscan = off as $$
declare
  due integer;
begin
  if sent is not null then
    perform mark_mail_sent(sent, sent_claim);
  end if;
  select id into due from mail_outbox where state = 'queued' and not bulk and next_attempt_at <= statement_timestamp()
    order by next_attempt_at, id limit 1 for update skip locked;
  if due is null then
    select id into due from mail_outbox
      where state = 'queued' and bulk and not sending and next_attempt_at <= statement_timestamp()
      order by next_attempt_at, id limit 1 for update skip locked;
  end if;
  return query update mail_outbox
    set attempts = attempts + 1, sending = true, next_attempt_at = clock_timestamp() + lease
    where id = due returning *;
end $$;
