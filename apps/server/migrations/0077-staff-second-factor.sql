-- Staff need a second factor unless this setting says otherwise. Demo data keeps working with its published password alone.
insert into settings (name, value)
  select 'staff_second_factor', '"optional"' where exists (select from users where email like '%@demo.tuneport.test')
  on conflict (name) do nothing;
