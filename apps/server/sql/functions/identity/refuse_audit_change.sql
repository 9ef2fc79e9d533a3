-- Logins and refusals come with every visit, so they are kept for half a year. All other audit events stay as they are, for ever.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.act in ('identity.log-in', 'identity.fail-login', 'identity.refuse-access')
    and old.at < now() - interval '180 days' then
    return old;
  end if;
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
