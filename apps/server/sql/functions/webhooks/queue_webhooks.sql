-- Queues a notification for every webhook of a person who may read the record: its owner, or the members of its active dealer. It is
-- called in the transaction of the change, so that a change and its notification are committed together.
create or replace function queue_webhooks(what text, owner_id integer, owner_dealer_id integer, facts jsonb)
returns void language sql as $$
  insert into webhook_deliveries (webhook_id, event, data)
  select w.id, what, facts from webhooks w join users u on u.id = w.user_id
  where what = any(w.events) and w.paused_at is null and u.banned_at is null and u.deleted_at is null
    -- An array, so that the index on the user is used.
    and w.user_id = any(case when owner_dealer_id is null then array[owner_id]
      else array(select m.user_id from dealer_members m join dealers d on d.id = m.dealer_id
        where m.dealer_id = owner_dealer_id and d.state = 'active') end)
$$;
