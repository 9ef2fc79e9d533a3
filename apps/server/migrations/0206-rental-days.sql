-- The days of a rental that staff arranged. Without them the days of the settings apply.
alter table order_lines add column rental_days smallint check (rental_days between 1 and 366);
