-- Nobody has proven the address of a guest, so a guest is never a member of a partner and has no login links or passkeys.
create or replace function refuse_guest() returns trigger language plpgsql as $$
begin
  if exists (select from users where id = new.user_id and guest_email is not null) then
    raise exception 'user % is a guest', new.user_id using errcode = 'check_violation', constraint = 'users_guest';
  end if;
  return new;
end $$;

create or replace trigger refuse_guest before insert or update of user_id on dealer_members
  for each row execute function refuse_guest();
create or replace trigger refuse_guest before insert or update of user_id on tuner_members
  for each row execute function refuse_guest();
create or replace trigger refuse_guest before insert or update of user_id on affiliate_members
  for each row execute function refuse_guest();
create or replace trigger refuse_guest before insert or update of user_id on mail_tokens
  for each row execute function refuse_guest();
create or replace trigger refuse_guest before insert or update of user_id on passkeys
  for each row execute function refuse_guest();
