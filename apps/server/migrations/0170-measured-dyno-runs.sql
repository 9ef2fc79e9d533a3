-- The start page reads the few measured runs among many calculated ones.
create index dyno_csvs_measured on dyno_csvs (id) where source = 'upload';
