-- Bodies and subjects hold masks such as [hidden 3f2a9c1e] where a token or code belongs; the values are in `secrets`, by mask.
-- Only the sender and the audited reveal call read them. They are removed once the mail is sent, and a day after it was written.
alter table mail_outbox add column secrets jsonb;

-- Earlier mails have their tokens in the body: the whole body is hidden, and so is the subject that holds a rescue code.
update mail_outbox set
  secrets = jsonb_build_object('[hidden subject]', subject, '[hidden text]', text_body, '[hidden page]', html_body),
  subject = case when kind = 'rescue-started' then '[hidden subject]' else subject end,
  text_body = '[hidden text]',
  html_body = '[hidden page]'
where secret and erased_at is null;
update mail_outbox set text_body = '[hidden text]', html_body = '[hidden page]',
  subject = case when kind = 'rescue-started' then '[hidden subject]' else subject end
where secret and erased_at is not null;

drop index mail_outbox_erasable;
alter table mail_outbox drop column secret;
create index mail_outbox_erasable on mail_outbox (created_at) where secrets is not null;
