import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tuneShop } from '../../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import {
  matchedRequest,
  takeRequestStep as press,
  queuedRequest,
  sendFile,
  tuned,
  tunerOf,
} from '../../../testing/tuning.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server.close());

const begun = ['received', 'identifying', 'needs_information', 'matched', 'unsupported'];
const unpaid = [...begun, 'expired'];
const done = ['delivered', 'closed', 'recalled', 'revision_requested', 'locked'];
const states = [
  ...unpaid,
  ...['queued', 'in_progress', 'waiting_customer', 'on_ice', 'in_review', 'cancelled', 'refunded'],
  ...done,
];

// Transcribed from the specified table, not from the code: who may take which step, from which states, and to which
// state.
const anyWorker = ['worker', 'colleague', 'admin', 'super'];
const staffActors = ['worker', 'admin', 'super'];
const staff = ['admin', 'super'];
const reviewers = ['colleague', 'admin', 'super'];
const worked = ['in_progress', 'waiting_customer', 'on_ice', 'in_review', 'revision_requested'];
const table: Record<string, readonly [from: readonly string[], to: string, who: readonly string[]]> = {
  claim: [['queued'], 'in_progress', anyWorker],
  release: [['in_progress'], 'queued', staffActors],
  ask: [['in_progress'], 'waiting_customer', staffActors],
  approve: [['in_review'], 'delivered', reviewers],
  reject: [['in_review'], 'in_progress', reviewers],
  'ask-revision': [['delivered'], 'revision_requested', ['owner']],
  'accept-revision': [['revision_requested'], 'queued', anyWorker],
  'decline-revision': [['revision_requested'], 'delivered', anyWorker],
  cancel: [[...begun, 'queued'], 'cancelled', ['owner', ...staff]],
  'cancel-work': [worked, 'cancelled', staff],
  recall: [['delivered', 'closed'], 'recalled', staff],
  remake: [['recalled'], 'queued', anyWorker],
  lock: [['delivered', 'closed'], 'locked', staff],
  unlock: [['locked'], 'delivered', ['super']],
  // Automatic steps, and steps with their own endpoint, have no button for anyone.
  ...Object.fromEntries(['queue', 'submit', 'refund'].map((event) => [event, [[], '', []] as const])),
};

test('every state × event × actor in the table is executed and recorded, everything else is refused without changes (S274)', {
  timeout: 180_000,
}, async () => {
  const owner = await server.as({});
  const [worker, colleague] = [await tunerOf(server, shop.tuner.id), await tunerOf(server, shop.tuner.id)];
  const far = await tunerOf(server, (await server.make.tuner()).id);
  const actors: Record<string, Client> = {
    visitor: server.anonymous,
    stranger: await server.as({}),
    far,
    owner,
    worker,
    colleague,
    admin: shop.admin,
    super: await server.as({ role: 5 }),
  };
  const open = await matchedRequest(owner, shop.engine.id);
  const paid = await queuedRequest(owner, shop);
  await press(worker, paid.id, 'claim');
  const made = await sendFile(worker, paid.id, 'result', { name: 'tuned.bin', bytes: tuned(paid.bytes) });
  const put = async (id: number, state: string) => {
    const isDone = done.includes(state);
    await sql`update tune_requests set state = ${state}, delivered_at = ${isDone ? new Date() : null},
      revision_until = now() + interval '1 day', worker_id = ${id === paid.id ? worker.userId : null},
      author_id = ${id === paid.id ? worker.userId : null} where id = ${id}`.execute(server.db);
    await sql`update tune_request_files set state = ${state === 'in_review' ? 'in_review' : 'delivered'}
      where id = ${made.body.id}`.execute(server.db);
  };
  const marks = async (id: number) => {
    const { rows } = await sql<{ state: string; version: number; events: number; mails: number; last: string }>`
      select r.state, r.version, (select count(*)::int from tune_request_events where request_id = r.id) as events,
        (select count(*)::int from mail_outbox) as mails,
        (select event from tune_request_events where request_id = r.id order by id desc limit 1) as last
      from tune_requests r where r.id = ${id}`.execute(server.db);
    return rows[0];
  };
  const buttons = Object.entries(table);
  const wrong: string[] = [];
  let refused = 0;
  for (const state of states)
    for (const [name, client] of Object.entries(actors)) {
      const { id } = unpaid.includes(state) ? open : paid;
      const isHidden =
        ['visitor', 'stranger', 'far'].includes(name) || (id === open.id && /worker|colleague/.test(name));
      await put(id, state);
      const before = await marks(id);
      const isAllowed = ([, [from, , actorName]]: (typeof buttons)[number]) =>
        from.includes(state) && actorName.includes(name);
      // All buttons behave the same on a hidden request.
      const tried = buttons.filter(
        (one) => !isAllowed(one) && (!isHidden || ['claim', 'approve', 'cancel'].includes(one[0])),
      );
      const right = name === 'visitor' ? 401 : isHidden ? 404 : 409;
      // Refused steps change nothing, so they can run concurrently.
      await Promise.all(
        tried.map(async ([event]) => {
          const { status } = await press(client, id, event, 'x');
          if (status !== right) wrong.push(`${name} ${event} in ${state}: ${status} instead of ${right}`);
        }),
      );
      refused += tried.length;
      const after = await marks(id);
      if (JSON.stringify(after) !== JSON.stringify(before))
        wrong.push(`${name} in ${state}: a refusal changed something`);
      for (const [event, [, to]] of buttons.filter(isAllowed)) {
        await put(id, state);
        const { status, body } = await press(client, id, event, 'x');
        const now = await marks(id);
        if (status !== 200 || body.state !== to || now?.state !== to || now?.last !== event)
          wrong.push(`${name} ${event} in ${state}: ${status} ${now?.state} instead of ${to}`);
      }
    }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(1_300);
});
