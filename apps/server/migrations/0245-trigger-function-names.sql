-- Trigger functions are named by what they do. Their triggers keep working: they refer to the function, not to its name.
alter function model_search_follows() rename to sync_model_search_regions;
alter function model_search_takes_regions() rename to set_model_search_regions;
alter function tell_store() rename to publish_store_change;
alter function product_names_tool() rename to copy_product_name_to_tool;
alter function tool_takes_product_name() rename to set_tool_name_from_product;
