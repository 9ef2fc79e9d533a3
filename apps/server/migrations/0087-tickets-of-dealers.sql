-- A ticket opened by a member of a dealer is about that dealer's business: its author reads it as long as they are a member.
alter table tickets
  add column dealer_id integer references dealers on delete set null;
