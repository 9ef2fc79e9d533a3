-- The order or purchase that a transfer belongs to: the part on a dealer's account is part of its purchase.
create or replace function sale_subject(subject text) returns text language sql immutable parallel safe as $$
  select case
    when subject like 'order:%' or subject like 'purchase:%' then subject
    when subject like 'purchase-account:%' then 'purchase:' || substr(subject, 18)
  end
$$;
