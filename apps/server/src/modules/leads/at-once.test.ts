import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, patient, type TestServer, testServer } from '../../testing/server.ts';
import { deadlockCount, untilLockWait } from '../../testing/waiting/locks.ts';
import { updateDeal } from './deals/save-deal.ts';
import { lockDeal } from './deals/step-deal.ts';

// Concurrent changes take their locks in one order, so that none is aborted by a deadlock and repeated.

const base = '/v1/admin/lead-engine';
const deals = `${base}/deals` as const;
let server: TestServer;
let admin: Client;
let pipeline: number;
beforeAll(async () => {
  server = await testServer();
  admin = patient(await server.as({ role: 3 }));
  pipeline = (await admin.call(`POST ${base}/pipelines`, { body: { name: 'Sooner' } })).body.id;
});
afterAll(() => server.close());

const makeDeal = async (body: object = {}) =>
  (await admin.call(`POST ${deals}`, { body: { title: `Deal ${randomUUID()}`, pipeline, ...body } })).body;

async function withoutDeadlock(act: () => Promise<unknown>): Promise<void> {
  const before = await deadlockCount(server.db);
  await act();
  expect(await deadlockCount(server.db)).toBe(before);
}

test('deals of several pipelines are merged, and activities moved, in the order of the boards', async () => {
  const other = (await admin.call('POST /v1/admin/lead-engine/pipelines', { body: { name: 'Later' } })).body.id;
  const [kept, merged] = [await makeDeal(), await makeDeal({ pipeline: other })];
  const merge = () => admin.call(`POST ${deals}/:id/merge`, { params: { id: kept.id }, body: { dealId: merged.id } });
  const activity = (
    await admin.call('POST /v1/admin/lead-engine/activities', {
      body: { dealId: kept.id, type: 'call', subject: 'Ring', date: '2030-01-01' },
    })
  ).body.id;
  const shift = () =>
    admin.call('PATCH /v1/admin/lead-engine/activities/:id', {
      params: { id: activity },
      body: { dealId: merged.id },
    });
  for (const act of [shift, merge]) {
    const [acted] = await server.db.transaction().execute(async (tx) => {
      await sql`select id from lead_pipelines where id = ${pipeline} for no key update`.execute(tx);
      const acting = act();
      await untilLockWait(tx);
      // Taken out of order, it would be locked.
      await sql`select id from lead_pipelines where id = ${other} for no key update nowait`.execute(tx);
      return [acting];
    });
    expect((await acted)?.status).toBe(200);
  }
});

test('pipelines are reordered by several people', () =>
  withoutDeadlock(async () => {
    const made = await Promise.all(
      ['Third', 'Fourth', 'Fifth'].map((name) => admin.call(`POST ${base}/pipelines`, { body: { name } })),
    );
    const ids = [pipeline, ...made.map(({ body }) => body.id)];
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        admin.call(`PATCH ${base}/pipelines/:id`, {
          params: { id: ids[at % ids.length] ?? 0 },
          body: { position: 1 + (at % 3) },
        }),
      ),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  }));

test('a label is set while it is deleted', () =>
  withoutDeadlock(async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeDeal()));
    for (let round = 0; round < 4; round += 1) {
      const { id } = (await admin.call(`POST ${base}/labels`, { body: { name: `Label ${round}` } })).body;
      const set = (labels: number[]) =>
        made.map((deal) => admin.call(`PUT ${deals}/:id/labels`, { params: { id: deal.id }, body: { labels } }));
      await Promise.all(set([id]));
      const [deleted, ...answers] = await Promise.all([
        admin.call(`DELETE ${base}/labels/:id`, { params: { id } }),
        ...set(round % 2 ? [] : [id]),
      ]);
      expect(deleted.status).toBe(204);
      for (const { status } of answers) expect([200, 422]).toContain(status);
    }
  }));

test('a contact is renamed and labelled in the order in which a label is deleted: label, board', async () => {
  const contact = (await admin.call(`POST ${base}/contacts`, { body: { name: 'Before' } })).body.id;
  await makeDeal({ contact });
  const label = (await admin.call(`POST ${base}/labels`, { body: { name: 'Ordered' } })).body.id;
  const [renaming] = await server.db.transaction().execute(async (tx) => {
    await tx.selectFrom('lead_labels').select('id').where('id', '=', label).forUpdate().execute();
    const rename = admin.call(`PATCH ${base}/contacts/:id`, {
      params: { id: contact },
      body: { name: 'After', labels: [label] },
    });
    await untilLockWait(tx);
    // Taken out of order, it would be locked.
    await tx.selectFrom('lead_pipelines').select('id').where('id', '=', pipeline).forNoKeyUpdate().noWait().execute();
    return [rename];
  });
  expect((await renaming)?.body).toMatchObject({ name: 'After', labels: [{ id: label }] });
});

test('a deal gets another contact and organization while the old ones are merged', () =>
  withoutDeadlock(async () => {
    const by = { userId: admin.userId, sessionId: null, address: '127.0.0.1' };
    const add = async (path: 'contacts' | 'organizations', name: string) =>
      (await admin.call(`POST ${base}/${path}`, { body: { name } })).body.id;
    for (const what of ['contact', 'organization'] as const) {
      const [kept, other] = [await add(`${what}s`, `Kept ${what}`), await add(`${what}s`, `Other ${what}`)];
      const deal = await makeDeal({ [what]: other });
      const [merging] = await server.db.transaction().execute(async (tx) => {
        await lockDeal(tx, deal.id);
        const merge = admin.request('POST', `/api${base}/${what}s/${kept}/merge`, { body: { [`${what}Id`]: other } });
        await untilLockWait(tx);
        await updateDeal({ db: tx, now: new Date() }, by, deal.id, { [what]: kept });
        return [merge];
      });
      expect((await merging)?.status).toBe(200);
      expect((await admin.call(`GET ${deals}/:id`, { params: { id: deal.id } })).body[what]?.id).toBe(kept);
    }
  }));
