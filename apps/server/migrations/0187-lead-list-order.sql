-- The orders of the list of deals, for 100,000 of them.
create index lead_deals_by_closed on lead_deals (state, closed_at desc nulls last, id desc)
  where archived_at is null and deleted_at is null;
create index lead_deals_by_title on lead_deals (state, lower(title), id) where archived_at is null and deleted_at is null;
create index lead_deals_by_value on lead_deals (state, value_minor, id) where archived_at is null and deleted_at is null;
create index lead_deals_by_expected on lead_deals (state, expected_close_date, id)
  where archived_at is null and deleted_at is null;
