-- Refuses (TP003) a code that has no use left; nothing is counted.
create or replace function require_discount_uses(discounts jsonb) returns void language plpgsql as $$
declare
  used text;
begin
  select d ->> 'id' into used from jsonb_array_elements(discounts) d
  where not exists (select from sales s where d ->> 'id' = 'sale:' || s.id and (s.uses_max is null or s.uses < s.uses_max))
    and not exists (select from discount_codes c where d ->> 'id' = 'code:' || c.id and (c.uses_max is null or c.uses < c.uses_max))
  limit 1;
  if used is not null then raise exception 'a code is used up' using errcode = 'TP003', detail = used; end if;
end $$;
