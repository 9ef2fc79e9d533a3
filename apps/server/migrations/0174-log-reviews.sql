-- The automatic review of a log; null for logs uploaded before it existed.
alter table graphs add column review jsonb;

-- Logs attached to a tune request. Deleting the log or its expiry removes the attachment.
create table tune_request_logs (
  request_id integer not null references tune_requests on delete cascade,
  graph_id text not null references graphs on delete cascade,
  created_at timestamptz not null default now(),
  primary key (request_id, graph_id)
);
create index tune_request_logs_graph on tune_request_logs (graph_id);
