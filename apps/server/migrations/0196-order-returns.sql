-- Shipped items that a buyer sends back: requested, received, then accepted and refunded, or refused.
create table order_returns (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  state text not null default 'requested' check (state in ('requested', 'received', 'accepted', 'refused', 'cancelled')),
  reason text not null check (reason in ('faulty', 'wrong', 'damaged', 'unwanted', 'other')),
  note text not null default '' check (length(note) <= 2000),
  -- What staff told the buyer when they refused it.
  answer text not null default '' check (length(answer) <= 2000),
  refund_minor bigint check (refund_minor >= 0),
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references users,
  updated_at timestamptz not null
);
create index order_returns_order on order_returns (order_id);
create index order_returns_state on order_returns (state, id desc);
create index order_returns_decided_by on order_returns (decided_by) where decided_by is not null;

create table order_return_lines (
  return_id integer not null references order_returns,
  order_id integer not null,
  line smallint not null,
  quantity smallint not null check (quantity > 0),
  primary key (return_id, line),
  foreign key (order_id, line) references order_lines
);
create index order_return_lines_order on order_return_lines (order_id, line);
