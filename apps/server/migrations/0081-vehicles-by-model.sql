-- Search reads the vehicles of a few models: without this it walked through all vehicles of each of their years.
create index vehicles_model on vehicles (model_id, year_id);
