-- Whoever sends a part of a file becomes its one writer, with a piece to write to, by one statement instead of six: a big file comes in
-- many parts, and each of them waited for its turn six times, with the other file of the same person behind it.
create or replace function claim_upload(
  wanted uuid, owner integer, at_bytes bigint, more_bytes bigint, by_writer uuid, parallel_max integer, silence interval, pieces_grow boolean
) returns table (upload uploads, piece upload_pieces, replaced uuid) language plpgsql as $$
begin
  -- How far an upload is need not outlive a power cut: then the bytes after the last known place are asked for again.
  perform set_config('synchronous_commit', 'off', true);
  -- One claim of a person at a time, so that two of them cannot pass the limit together.
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
    -- A piece whose writer never said goodbye may still grow behind our back: it stays as it was counted, and a new one begins.
    if piece.id is null or not pieces_grow or upload.writer is not null or piece.start_bytes + piece.size_bytes <> at_bytes then
      replaced := case when piece.start_bytes = at_bytes then piece.id end;
      insert into upload_pieces (upload_id, start_bytes) values (wanted, at_bytes)
        on conflict (upload_id, start_bytes) do update set id = gen_random_uuid(), size_bytes = 0
        returning * into piece;
    end if;
  end if;
  return next;
end $$;
