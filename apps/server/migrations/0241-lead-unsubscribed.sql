-- Addresses of contacts that unsubscribed and were deleted, or lost the address. Only hashes: they say no more than that
-- an address is not written to.
create table lead_unsubscribed (
  email_sha256 bytea primary key,
  at timestamptz not null
);
