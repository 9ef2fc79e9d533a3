-- Where the figures of a tune come from, and its gains where the figures of the engine are not known.
alter table tunes
  add column figures_basis text not null default 'stated' check (figures_basis in ('factory', 'estimated', 'stated')),
  add column power_gain_percent numeric(5, 1) check (power_gain_percent between 0 and 999),
  add column torque_gain_percent numeric(5, 1) check (torque_gain_percent between 0 and 999);
