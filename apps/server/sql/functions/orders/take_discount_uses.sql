-- Takes one use of each sale and code, or fails with TP003 and its id. They are locked in ascending order.
create or replace function take_discount_uses(discounts jsonb) returns void language plpgsql as $$
declare
  used text;
begin
  for used in select d ->> 'id' from jsonb_array_elements(discounts) d order by 1 loop
    if used like 'sale:%' then
      update sales s set uses = uses + 1
        where s.id = split_part(used, ':', 2)::integer and s.uses_max is not null and s.uses < s.uses_max;
      continue when found;
      perform 1 from sales s where s.id = split_part(used, ':', 2)::integer and s.uses_max is null;
    else
      update discount_codes c set uses = uses + 1
        where c.id = split_part(used, ':', 2)::integer and (c.uses_max is null or c.uses < c.uses_max);
    end if;
    if not found then raise exception 'a code is used up' using errcode = 'TP003', detail = used; end if;
  end loop;
end $$;
