-- The next number of a series, without gaps: the row stays locked until the caller's transaction ends.
create or replace function next_document_no(of_series text) returns integer language sql as $$
  insert into document_counters as c (series, last_no) values (of_series, 1)
    on conflict (series) do update set last_no = c.last_no + 1
    returning last_no
$$;
