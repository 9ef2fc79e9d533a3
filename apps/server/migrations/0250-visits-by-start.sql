-- Visits of a visitor are found by their start, which never changes: a continued visit then rewrites no index (HOT).
create index web_visits_visitor_started on web_visits (visitor, started_at desc);
drop index web_visits_visitor;
alter index web_visits_visitor_started rename to web_visits_visitor;
