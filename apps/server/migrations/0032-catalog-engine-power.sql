-- What the maker says the engine has, where a table tells it.
alter table engines
  add column power_hp numeric(7, 1) check (power_hp > 0),
  add column torque_nm numeric(7, 1) check (torque_nm > 0);
