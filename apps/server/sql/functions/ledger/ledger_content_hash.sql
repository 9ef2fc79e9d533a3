-- The hash of a transfer: all its columns and its legs, one per line. Times in UTC, because their text depends on the session.
create or replace function ledger_content_hash(t ledger_transfers, legs text) returns bytea language plpgsql immutable as $$
begin
  return sha256(convert_to(jsonb_build_array(
    t.id, t.key, t.phase, t.kind, t.subject, t.at at time zone 'UTC', t.recorded_at at time zone 'UTC', t.memo, t.reason, t.actor_id,
    t.ends_hold, t.expires_at at time zone 'UTC', t.reverses, t.rate_from, t.rate_to, t.rate, t.rate_at at time zone 'UTC',
    t.beyond_limits, t.detail, t.leg_count, legs)::text, 'UTF8'));
end $$;
