-- Whether two users are the same person or members of the same partner, active or not.
create or replace function same_business(one integer, other integer) returns boolean language sql stable as $$
  select one = other
    or exists (select from dealer_members a join dealer_members b using (dealer_id) where a.user_id = one and b.user_id = other)
    or exists (select from tuner_members a join tuner_members b using (tuner_id) where a.user_id = one and b.user_id = other)
    or exists (select from affiliate_members a join affiliate_members b using (affiliate_id) where a.user_id = one and b.user_id = other)
$$;
