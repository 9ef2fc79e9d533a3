import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { withFault } from '../../../testing/faults.ts';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { tuneShop } from '../../../testing/money/purchases.ts';
import { ledgerSize, transferIn } from '../../../testing/money/value-transfers.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { actorOfUser } from '../../identity/index.ts';
import { balanceOf } from '../../ledger/index.ts';
import { sweepPayments } from '../../payments/index.ts';
import { lockOldByStaff, performTransfer, setNewByStaff } from './perform-transfer.ts';
import { transferById } from './transfer-queries.ts';
import { undoTransfer } from './undo-transfer.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
});
afterAll(() => server.close());

const stateOf = async (id: number) => (await transferById(server.db, id))?.state;
const clearing = async () => (await balanceOf(server.db, platformAccount('vt.clear', 'CAD'))).postedMinor;
const proved = async () => {
  expect(await violationsAtRest(server.db, server.platform.payments as never)).toEqual([]);
  expect(await clearing()).toBe(0n);
};

type Act = (platform: Platform, id: number, actor: SignedInActor) => Promise<unknown>;
const asking = (platform: Platform, actor: SignedInActor) => ({ platform, actor, now: new Date() });
const acts: readonly [name: string, from: Parameters<typeof transferIn>[2], to: string, Act][] = [
  [
    'do-lock-old',
    'approved',
    'old_locked',
    (platform, id, actor) => platform.db.transaction().execute((db) => lockOldByStaff(asking(platform, actor), id, db)),
  ],
  ['do-set-new', 'old_locked', 'new_set', (platform, id, actor) => setNewByStaff(asking(platform, actor), id, {})],
  ['perform', 'new_set', 'performed', (platform, id, actor) => performTransfer(asking(platform, actor), id, {})],
  [
    'perform at once',
    'approved',
    'performed',
    (platform, id, actor) => performTransfer(asking(platform, actor), id, {}),
  ],
  ['undo', 'performed', 'reversed', (platform, id, actor) => undoTransfer(platform, actor, id, 'Back.', new Date())],
];

describe('a process killed before any statement of', () => {
  test.each(acts)('%s leaves the state before it, and a repeat completes it once', async (_, from, to, act) => {
    const { id, staff } = await transferIn(server, shop, from);
    const actor = await actorOfUser(server.db, staff.userId ?? 0);
    if (!actor) throw new Error('no actor');
    const before = await ledgerSize(server);
    let tried = 0;
    for (let step = 1; ; step += 1) {
      const { platform } = withFault(server.platform, { step, kind: 'killed' });
      const failed = await act(platform, id, actor).then(
        () => false,
        () => true,
      );
      if (!failed) break;
      tried = step;
      expect([step, await stateOf(id), await ledgerSize(server)]).toEqual([step, from, before]);
    }
    expect(tried).toBeGreaterThan(5);
    expect(await stateOf(id)).toBe(to);
    await expect(act(server.platform, id, actor)).rejects.toMatchObject({ status: 409 });
    await proved();
  });

  test('perform whose answer is lost after the commit has happened once', async () => {
    const { id, staff } = await transferIn(server, shop, 'approved');
    const actor = await actorOfUser(server.db, staff.userId ?? 0);
    if (!actor) throw new Error('no actor');
    for (let step = 1; (await stateOf(id)) !== 'performed'; step += 1) {
      const { platform } = withFault(server.platform, { step, kind: 'lost-answer' });
      await expect(performTransfer(asking(platform, actor), id, {})).rejects.toThrow();
    }
    await expect(performTransfer(asking(server.platform, actor), id, {})).rejects.toMatchObject({
      code: 'already_committed',
    });
    await proved();
  });
});

describe('concurrent calls', () => {
  const perform = '/v1/admin/instatune-value-transfers/:id/perform';

  test('perform six times at once moves the value once', async () => {
    const { params, id, staff, reviewer } = await transferIn(server, shop, 'approved');
    const other = await server.another();
    const clients = [staff, reviewer, other.clientWith(staff.token)];
    const replies = await Promise.all(
      [...clients, ...clients].map((client) => client.call(`POST ${perform}`, { params, body: {} })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await stateOf(id)).toBe('performed');
    await proved();
  });

  test.each([
    ['approved', 'cancel'],
    ['new_set', 'cancel'],
    ['approved', 'do-lock-old'],
  ] as const)('perform in state %s beside %s ends in one of both', async (from, beside) => {
    const { params, id, staff, old } = await transferIn(server, shop, from);
    const body = beside === 'cancel' ? { body: { reason: 'At once' } } : {};
    const [performed, other] = await Promise.all([
      staff.call(`POST ${perform}`, { params, body: {} }),
      staff.call(`POST /v1/admin/instatune-value-transfers/:id/${beside}`, { params, ...body } as never),
    ]);
    const state = await stateOf(id);
    expect([performed.status, other.status].filter((status) => status === 200).length).toBeGreaterThan(0);
    expect([performed.status, other.status].every((status) => status === 200 || status === 409)).toBe(true);
    expect(['performed', 'cancelled', 'old_locked']).toContain(state);
    const request = await server.db
      .selectFrom('tune_requests')
      .select('state')
      .where('id', '=', old.id)
      .executeTakeFirstOrThrow();
    expect(request.state).toBe(state === 'cancelled' ? 'delivered' : 'locked');
    await proved();
  });

  test('a card payment of the difference beside a cancellation is booked once or refunded', async () => {
    const { params, id, staff, customer, next } = await transferIn(server, shop, 'awaiting_difference');
    const total = { amount: '477.50', currency: 'CAD' };
    const [paid, cancelled] = await Promise.all([
      customer.call('POST /v1/tune-requests/:id/pay-difference', {
        params: { id: next.id },
        body: { method: { token: 'test_ok' }, total },
        idempotencyKey: crypto.randomUUID(),
      }),
      staff.call('POST /v1/admin/instatune-value-transfers/:id/cancel', { params, body: { reason: 'At once' } }),
    ]);
    expect([paid.status, cancelled.status]).toContain(200);
    expect(['performed', 'cancelled']).toContain(await stateOf(id));
    await sweepPayments(server.platform);
    await proved();
  });
});
