-- Makes the caller the only writer of an upload and returns the part to write to. One statement instead of six, because a large file
-- has many parts and each of them would wait six times.
create or replace function claim_upload(
  wanted uuid, owner integer, at_bytes bigint, more_bytes bigint, by_writer uuid, parallel_max integer, silence interval, pieces_grow boolean
) returns table (upload uploads, piece upload_pieces, replaced uuid) language plpgsql as $$
begin
  -- The offset need not survive a power cut: the client then sends the bytes after the last stored offset again.
  perform set_config('synchronous_commit', 'off', true);
  -- One claim per person at a time, so that concurrent claims cannot exceed the limit together.
  perform pg_advisory_xact_lock(54, owner);
  select u.* into upload from uploads u
    where u.id = wanted and u.user_id = owner and (u.state = 'taken' or u.expires_at > now()) for update;
  if not found then
    return;
  end if;
  if upload.state = 'open' and upload.offset_bytes = at_bytes and at_bytes + more_bytes <= upload.size_bytes
    and parallel_max > (select count(*) from uploads u
      where u.user_id = owner and u.id <> wanted and u.state = 'open' and u.writer_until > now()) then
    update uploads u set writer = by_writer, writer_until = now() + silence where u.id = wanted;
    select p.* into piece from upload_pieces p where p.upload_id = wanted order by p.start_bytes desc limit 1;
    -- A part whose writer did not finish may still grow: its counted bytes are kept, and a new part is started.
    if piece.id is null or not pieces_grow or upload.writer is not null or piece.start_bytes + piece.size_bytes <> at_bytes then
      replaced := case when piece.start_bytes = at_bytes then piece.id end;
      insert into upload_pieces (upload_id, start_bytes) values (wanted, at_bytes)
        on conflict (upload_id, start_bytes) do update set id = gen_random_uuid(), size_bytes = 0
        returning * into piece;
    end if;
  end if;
  return next;
end $$;
