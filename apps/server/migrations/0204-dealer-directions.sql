-- The position of a listed dealer as a direction from the centre of the earth: the distance search then only multiplies and reads one index.
alter table dealers
  add column direction_x float8 generated always as (cos(radians(latitude)) * cos(radians(longitude))) stored,
  add column direction_y float8 generated always as (cos(radians(latitude)) * sin(radians(longitude))) stored,
  add column direction_z float8 generated always as (sin(radians(latitude))) stored,
  add column directory_country text generated always as (directory_address ->> 'country_code') stored;
create index dealers_directory on dealers (id) include (name, direction_x, direction_y, direction_z, directory_country)
  where listed and state = 'active';
