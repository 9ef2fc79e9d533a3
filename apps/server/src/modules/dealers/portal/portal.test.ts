import { randomUUID } from 'node:crypto';
import { roles } from '@tuneport/domain/identity/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { requireSpendLimit } from '../spend-limits.ts';
import { expireInvites } from './invites.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: roles.Admin });
});
afterAll(() => server.close());

const address = {
  country_code: 'CA',
  full_name: 'Example Garage',
  line1: '12 Invented Road',
  city: 'North Bay',
  state: 'ON',
  postal_code: 'P1B 1A1',
};

/** A dealer with a manager and a member, each with a session. */
async function team() {
  const [boss, worker] = [await server.make.user({ role: 4 }), await server.make.user({ role: 4 })];
  const dealer = await server.make.dealer({ managers: [boss.id], members: [worker.id] });
  return { dealer, params: { id: dealer.id }, manager: await server.as(boss), member: await server.as(worker) };
}
const emailOf = async (id: number | null) =>
  (await server.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
const kindsOf = async (id: number) =>
  (await server.db.selectFrom('dealer_members').select(['user_id', 'kind']).where('dealer_id', '=', id).execute()).map(
    ({ kind }) => kind,
  );

describe('members of a dealer', () => {
  test('are listed with role and spending, by id and by slug (C159 C154 S003 S142)', async () => {
    const { dealer, params, member } = await team();
    const { body } = await member.call('GET /v1/dealers/:id/members', { params: { id: dealer.slug } });
    expect(body.map(({ kind }) => kind)).toEqual(['manager', 'member']);
    expect(body[0]).toMatchObject({ spend_limit: null, spent: { amount: '0.00', currency: 'CAD' } });
    const shown = await member.call('GET /v1/dealers/:id', { params });
    expect(shown.body).toMatchObject({ slug: dealer.slug, kind: 'member', may_manage: false });
  });

  test('are added by a manager from confirmed accounts, and changed (C160 C161 S325 S326)', async () => {
    const { params, manager, member } = await team();
    const added = await server.make.user();
    const body = { email: await emailOf(added.id), kind: 'member', spend_limit: '250' };
    expect((await member.call('POST /v1/dealers/:id/members', { params, body })).status).toBe(403);
    const reply = await manager.call('POST /v1/dealers/:id/members', { params, body });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ user_id: added.id, spend_limit: { amount: '250.00' } });
    expect((await manager.call('POST /v1/dealers/:id/members', { params, body })).status).toBe(422);
    const unknown = { ...body, email: 'nobody@example.test' };
    expect((await manager.call('POST /v1/dealers/:id/members', { params, body: unknown })).body).toMatchObject({
      errors: { email: [expect.stringContaining('invitation')] },
    });
    const changed = await manager.call('PATCH /v1/dealers/:id/members/:memberId', {
      params: { ...params, memberId: added.id },
      body: { kind: 'manager', spend_limit: '' },
    });
    expect(changed.body).toMatchObject({ kind: 'manager', spend_limit: null });
    const change = (client: Client, fields: object) =>
      client.call('PATCH /v1/dealers/:id/members/:memberId', {
        params: { ...params, memberId: added.id },
        body: fields as { kind: 'member' },
      });
    expect((await change(member, { kind: 'member' })).status).toBe(403);
    expect((await change((await team()).manager, { kind: 'member' })).status).toBe(404);
    for (const wrong of [{ kind: 'owner' }, { spend_limit: '-1' }])
      expect((await change(manager, wrong)).status).toBe(422);
  });

  test('lose access at once when removed (C162 S327 S328)', async () => {
    const { dealer, params, manager, member } = await team();
    const memberId = member.userId ?? 0;
    const email = await emailOf(memberId);
    const again = await manager.call('POST /v1/dealers/:id/invites', { params, body: { email } });
    expect(again.body).toMatchObject({ errors: { email: ['This person is already a member.'] } });
    const removed = await manager.call('DELETE /v1/dealers/:id/members/:memberId', { params: { ...params, memberId } });
    expect(removed.status).toBe(204);
    const former = await server.as({ id: memberId });
    for (const part of ['members', 'settings', 'invites', 'addresses', 'onboarding-progress', 'my-membership'])
      expect((await former.request('GET', `/api/v1/dealers/${dealer.id}/${part}`)).status, part).toBe(403);
  });

  test('always include a manager, also when two managers remove each other at once (C162 C192)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { dealer, params, manager, member } = await team();
      const memberId = member.userId ?? 0;
      await manager.call('PATCH /v1/dealers/:id/members/:memberId', {
        params: { ...params, memberId },
        body: { kind: 'manager' },
      });
      const replies = await Promise.all([
        manager.call('DELETE /v1/dealers/:id/members/:memberId', { params: { ...params, memberId } }),
        member.call('DELETE /v1/dealers/:id/members/:memberId', { params: { ...params, memberId: manager.userId } }),
      ]);
      expect(replies.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
      expect(await kindsOf(dealer.id)).toEqual(['manager']);
    }
  });

  test('cannot demote or remove the last manager, who cannot leave either (C161 C192)', async () => {
    const { params, manager, member } = await team();
    const own = { ...params, memberId: manager.userId };
    expect(
      (await manager.call('PATCH /v1/dealers/:id/members/:memberId', { params: own, body: { kind: 'member' } })).status,
    ).toBe(409);
    expect((await manager.call('DELETE /v1/dealers/:id/members/:memberId', { params: own })).status).toBe(409);
    expect((await manager.call('DELETE /v1/dealers/:id/my-membership', { params })).status).toBe(409);
    expect((await member.call('GET /v1/dealers/:id/my-membership', { params })).body).toMatchObject({ kind: 'member' });
    expect((await member.call('DELETE /v1/dealers/:id/my-membership', { params })).status).toBe(204);
  });

  test('are refused while the dealer is suspended, as are users without a membership (C191 S331)', async () => {
    const { dealer, manager } = await team();
    const outsider = await server.as({ role: 4 });
    const elsewhere = (await team()).manager;
    const parts = ['', '/members', '/invites', '/settings', '/addresses', '/onboarding-progress', '/my-membership'];
    for (const part of parts) {
      const url = `/api/v1/dealers/${dealer.id}${part}`;
      expect((await outsider.request('GET', url)).status, `role without membership ${part}`).toBe(403);
      expect((await elsewhere.request('GET', url)).status, `another dealer ${part}`).toBe(404);
    }
    await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', dealer.id).execute();
    for (const part of parts)
      expect((await manager.request('GET', `/api/v1/dealers/${dealer.id}${part}`)).status, part).toBe(403);
  });
});

/** Invites an address and returns the random id of the mailed link. */
async function invited(manager: Client, dealer: { id: number }, email: string, kind = 'member'): Promise<string> {
  const reply = await manager.call('POST /v1/dealers/:id/invites', {
    params: { id: dealer.id },
    body: { email, kind },
    idempotencyKey: randomUUID(),
  });
  if (reply.status !== 201) throw new Error(String(reply.status));
  const row = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', 'dealer-invite')
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(row.text_body).not.toMatch(/accept-invite\/[\w-]{20}/);
  return /accept-invite\/([\w-]+)/.exec(unmask(row).text_body)?.[1] ?? '';
}
const accept = (client: Client, id: number, inviteId: string) =>
  client.call('POST /v1/dealers/:id/invites/:inviteId/accept', { params: { id, inviteId } });

describe('invitation to a dealer', () => {
  test('is accepted once by the owner of its address (C163 C164 C165 C166 S329)', async () => {
    const { dealer, params, manager } = await team();
    const person = await server.as({});
    const email = await emailOf(person.userId);
    const token = await invited(manager, dealer, email);
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect((await manager.call('GET /v1/dealers/:id/invites', { params })).body).toMatchObject([{ email }]);
    expect(
      (await person.call('GET /v1/dealers/:id/invites/:inviteId', { params: { ...params, inviteId: token } })).body,
    ).toMatchObject({ dealer: { slug: dealer.slug }, kind: 'member', terms: null });
    const other = await server.as({});
    expect((await accept(other, dealer.id, token)).status).toBe(403);
    const wins = await Promise.all(Array.from({ length: 5 }, () => accept(person, dealer.id, token)));
    expect(wins.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await manager.call('GET /v1/dealers/:id/invites', { params })).body).toEqual([]);
    // The first membership changed the role; the session in which the person joined stays.
    expect((await person.call('GET /v1/dealers/:id', { params })).status).toBe(200);
    expect((await accept(person, dealer.id, token)).status).toBe(409);
  });

  test('is dead after it was withdrawn, replaced or expired, and for another dealer (C167)', async () => {
    const { dealer, params, manager, member } = await team();
    const person = await server.as({});
    const email = await emailOf(person.userId);
    const first = await invited(manager, dealer, email);
    const second = await invited(manager, dealer, email, 'manager');
    await server.db
      .insertInto('dealer_tiers')
      .values({ name: 'Gold', tunes_percent: '15', products_percent: '5' })
      .execute();
    await sql`update dealers set tier_id = (select id from dealer_tiers where name = 'Gold') where id = ${dealer.id}`.execute(
      server.db,
    );
    const offered = await person.call('GET /v1/dealers/:id/invites/:inviteId', {
      params: { ...params, inviteId: second },
    });
    expect(offered.body.terms, 'a manager reads what is agreed').toMatchObject({
      tier: { name: 'Gold', tunes_percent: '15', products_percent: '5' },
    });
    expect((await accept(person, dealer.id, first)).status).toBe(404);
    expect((await accept(person, (await team()).dealer.id, second)).status).toBe(404);
    const [open] = (await manager.call('GET /v1/dealers/:id/invites', { params })).body;
    const inviteId = open?.id ?? 0;
    expect(
      (await member.call('DELETE /v1/dealers/:id/invites/:inviteId', { params: { ...params, inviteId } })).status,
    ).toBe(403);
    expect(
      (await manager.call('DELETE /v1/dealers/:id/invites/:inviteId', { params: { ...params, inviteId } })).status,
    ).toBe(204);
    expect((await accept(person, dealer.id, second)).status).toBe(404);
    const third = await invited(manager, dealer, email);
    expect(await expireInvites(server.db, new Date(Date.now() + 15 * 86_400_000))).toBeGreaterThan(0);
    expect((await accept(person, dealer.id, third)).status).toBe(404);
  });

  test('cannot be accepted while the dealer is suspended', async () => {
    const { dealer, manager } = await team();
    const person = await server.as({});
    const token = await invited(manager, dealer, await emailOf(person.userId));
    await server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', dealer.id).execute();
    expect((await accept(person, dealer.id, token)).status).toBe(404);
  });
});

describe('spending limit', () => {
  const charge = (dealerId: number, userId: number | null, amountMinor: bigint) =>
    requireSpendLimit(server.db, {
      owner: `dealer:${dealerId}`,
      userId,
      amountMinor,
      currency: 'CAD',
      now: new Date(),
    });
  test('does not apply when none is set', async () => {
    const { dealer, member } = await team();
    await charge(dealer.id, member.userId, 1_000_000_000n);
  });
  test('of a member and of the company are both kept', async () => {
    const { dealer, member, manager } = await team();
    await server.db
      .updateTable('dealer_members')
      .set({ spend_limit_minor: 10_000n })
      .where('user_id', '=', member.userId)
      .execute();
    await charge(dealer.id, member.userId, 10_000n);
    await expect(charge(dealer.id, member.userId, 10_001n)).rejects.toThrow('100.00');
    await charge(dealer.id, manager.userId, 10_001n);
    await server.db.updateTable('dealers').set({ spend_limit_minor: 5_000n }).where('id', '=', dealer.id).execute();
    await expect(charge(dealer.id, manager.userId, 5_001n)).rejects.toThrow("the dealer's spending limit");
  });
});

describe('settings of a dealer', () => {
  test('are read by members and changed by managers who read the newest version (C168 C169)', async () => {
    const { params, manager, member } = await team();
    const { body: before } = await member.call('GET /v1/dealers/:id/settings', { params });
    const body = { legal_name: 'Example Garage Ltd.', billing_email: 'bills@example.test', billing_address: address };
    const save = (client: Client, change: object, readAt = before.updated_at) =>
      client.call('PATCH /v1/dealers/:id/settings', { params, body: change, readAt });
    expect((await save(member, body)).status).toBe(403);
    const saved = await save(manager, { ...body, currency: 'USD', credit_limit: '99999', state: 'active' });
    expect(saved.body).toMatchObject({ legal_name: 'Example Garage Ltd.', currency: before.currency });
    expect((await save(manager, { phone: '1' })).status).toBe(412);
    const bad = { listed: true, directory_address: null, website: 'javascript:alert(1)' };
    expect((await save(manager, bad, saved.body.updated_at)).status).toBe(422);
    const listed = await save(manager, { listed: true, directory_address: address }, saved.body.updated_at);
    expect(listed.body).toMatchObject({ listed: true, directory_address: { city: 'North Bay' } });
  });

  test('specializations are replaced by the list sent (C200 C201 S360)', async () => {
    const { params, manager } = await team();
    const { body: all } = await server.anonymous.call('GET /dealer-specializations');
    const ids = all.slice(0, 3).map(({ id }) => id);
    const set = (list: number[]) =>
      manager.call('PUT /v1/dealers/:id/dealer-specializations', { params, body: { ids: list } });
    expect((await set(ids)).body).toHaveLength(3);
    expect((await set(ids.slice(0, 1))).body.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect((await set([999_999])).status).toBe(422);
    const { body } = await manager.call('GET /v1/dealers/:id/settings', { params });
    expect(body.specializations.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });

  test('addresses belong to one dealer, and those set by us stay (C184 C185 C186 C187)', async () => {
    const { params, manager, member } = await team();
    const made = await manager.call('POST /v1/dealers/:id/addresses', { params, body: address });
    expect(made.status).toBe(201);
    const of = { ...params, addressId: made.body.id };
    const stranger = await team();
    const foreign = { ...stranger.params, addressId: made.body.id };
    const change = (client: Client, where: object) =>
      client.call('PATCH /v1/dealers/:id/addresses/:addressId', { params: where, body: { city: 'Sudbury' } });
    expect((await change(stranger.manager, foreign)).status).toBe(404);
    expect((await change(member, of)).status).toBe(403);
    expect((await change(manager, of)).body).toMatchObject({ city: 'Sudbury', line1: address.line1 });
    await server.db.updateTable('dealer_addresses').set({ readonly: true }).where('id', '=', made.body.id).execute();
    expect((await change(manager, of)).status).toBe(403);
    const drop = await manager.call('DELETE /v1/dealers/:id/addresses/:addressId', { params: of });
    expect(drop.status).toBe(403);
    expect((await member.call('GET /v1/dealers/:id/addresses', { params })).body).toHaveLength(1);
  });

  test('onboarding has six steps, found in the data or marked by a manager (C188 C189)', async () => {
    const { params, manager } = await team();
    const read = async () => (await manager.call('GET /v1/dealers/:id/onboarding-progress', { params })).body;
    expect((await read()).map(({ step, done }) => [step, done])).toEqual([
      ['billing', false],
      ['address', false],
      ['tools', false],
      ['specializations', false],
      ['member', true],
      ['purchase', false],
    ]);
    const mark = (step: string, done: boolean) =>
      manager.call('PATCH /v1/dealers/:id/onboarding-progress', { params, body: { step, done } });
    expect((await mark('tools', true)).body).toContainEqual({ step: 'tools', done: true, found: false });
    expect((await mark('tools', false)).body).toContainEqual({ step: 'tools', done: false, found: false });
    expect((await mark('member', false)).status).toBe(409);
    await manager.call('POST /v1/dealers/:id/addresses', { params, body: address });
    expect(await read()).toContainEqual({ step: 'address', done: true, found: true });
  });

  test('staff for dealers read and change any dealer', async () => {
    const { params, manager } = await team();
    expect((await admin.call('GET /v1/dealers/:id/settings', { params })).status).toBe(200);
    const memberId = manager.userId;
    expect(
      (
        await admin.call('PATCH /v1/dealers/:id/members/:memberId', {
          params: { ...params, memberId },
          body: { spend_limit: '10' },
        })
      ).status,
    ).toBe(200);
  });
});
