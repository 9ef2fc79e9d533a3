-- Only under the claim it was sent with: a sender that was considered dead has no effect.
create or replace function mark_mail_sent(mail integer, claim integer) returns void language sql as $$
  update mail_outbox set state = 'sent', sending = false, sent_at = clock_timestamp(), last_error = null,
    attachment = null, secrets = null, erased_at = case when secrets is not null then clock_timestamp() end
  where id = mail and attempts = claim and sending
$$;
