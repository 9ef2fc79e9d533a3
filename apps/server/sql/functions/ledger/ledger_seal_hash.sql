-- The hash of a seal covers the hash of the seal before it, its own fields and the hashes of its transfers.
create or replace function ledger_seal_hash(s ledger_seals, transfer_hashes bytea) returns bytea language plpgsql immutable as $$
begin
  return sha256(s.previous_hash || convert_to(jsonb_build_array(
    s.no, s.sealed_at at time zone 'UTC', s.ids::text, s.transfer_count, s.settled_below, s.horizon_id, s.horizon_xact)::text, 'UTF8')
    || sha256(transfer_hashes));
end $$;
