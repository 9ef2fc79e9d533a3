-- Logins and refusals are frequent and are deleted after half a year. All other audit events are immutable.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.act in ('identity.log-in', 'identity.fail-login', 'identity.refuse-access')
    and old.at < now() - interval '180 days' then
    return old;
  end if;
  raise exception '% rows are never changed or removed', tg_table_name using errcode = 'restrict_violation';
end $$;
