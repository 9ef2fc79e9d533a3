import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { type ActorFacts, allows, anonymous, type Role, type UserFlag, userFlags } from '@tuneport/domain/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from './modules/identity/index.ts';
import { type Client, type TestServer, testServer } from './testing/server.ts';

// Every endpoint × every kind of caller. The table grows by itself with the contract: whoever adds a call adds its row here.

type Principal = { name: string; facts: ActorFacts; client(): Promise<Client> };

let server: TestServer;
let principals: Principal[];

beforeAll(async () => {
  server = await testServer();
  principals = await makePrincipals(server);
});
afterAll(() => server.close());

async function makePrincipals({ make, db, clientWith, anonymous: nobody }: TestServer): Promise<Principal[]> {
  const session = (userId: number) => async () =>
    clientWith(
      await openSession(db, {
        userId,
        method: 'password',
        secondFactor: true,
        address: '127.0.0.1',
        userAgent: 'test',
      }),
      userId,
    );
  const known = async (
    name: string,
    role: Role,
    flags: readonly UserFlag[],
    more: Partial<ActorFacts> = {},
  ): Promise<Principal & { id: number }> => {
    const { id } = await make.user({ role, flags });
    return { name, id, facts: { ...anonymous, signedIn: true, role, flags, ...more }, client: session(id) };
  };
  const manager = await known('dealer manager', 4, [], { dealers: [{ id: 1, slug: 'a', kind: 'manager' }] });
  const member = await known('dealer member', 4, [], { dealers: [{ id: 1, slug: 'a', kind: 'member' }] });
  await make.dealer({ managers: [manager.id], members: [member.id] });
  const tuner = await known('member of a tuner', 0, [], { tuners: [{ id: 1 }] });
  await make.tuner({ members: [tuner.id] });
  const affiliate = await known('affiliate', 0, [], { affiliates: [{ id: 1 }] });
  await make.affiliate({ members: [affiliate.id] });
  const banned = await known('banned user with a live cookie', 5, []);
  await db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute();
  const expired = await known('SuperAdmin whose session ran out', 5, []);
  return [
    { name: 'anonymous visitor', facts: anonymous, client: async () => nobody },
    await known('user', 0, []),
    manager,
    member,
    await known('Dealer without membership', 4, []),
    tuner,
    affiliate,
    ...(await Promise.all(userFlags.map((flag) => known(`user with flag ${flag}`, 0, [flag])))),
    await known('Admin', 3, []),
    await known('SuperAdmin', 5, []),
    { ...banned, facts: anonymous },
    {
      ...expired,
      facts: anonymous,
      client: async () => {
        const client = await expired.client();
        await db
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() - 1000) })
          .where('user_id', '=', expired.id)
          .execute();
        return client;
      },
    },
  ];
}

const endpoints = Object.entries(contract as Record<string, Endpoint>);

describe('S332 S304 every endpoint lets in exactly those its access rule names', () => {
  test.each(endpoints)('%s', async (key, endpoint) => {
    const [method = '', path = ''] = key.split(' ');
    // An id that no record has: what an allowed caller gets is "not found" or "fields were not correct", never somebody's data.
    const url = `/api${path.replace(/:[a-zA-Z]+/g, '999999')}`;
    for (const { name, facts, client } of principals) {
      await server.db.deleteFrom('rate_limits').execute();
      const { status } = await (await client()).request(method, url, method === 'GET' ? {} : { body: {} });
      const label = `${name} calls ${key}`;
      if (allows(endpoint.access, facts)) expect([401, 403], label).not.toContain(status);
      else expect(status, label).toBe(facts.signedIn ? 403 : 401);
    }
  });
});

const adminEndpoints = endpoints.filter(([key]) => key.includes(' /v1/admin/'));

test('S316 admin endpoints live under v1/admin and none of them is open', () => {
  expect(adminEndpoints.length).toBeGreaterThan(10);
  for (const [key, endpoint] of adminEndpoints) {
    expect(allows(endpoint.access, anonymous), key).toBe(false);
    expect(allows(endpoint.access, { ...anonymous, signedIn: true }), key).toBe(false);
  }
});

test('S317 every endpoint under v1/admin answers 401 to an anonymous caller', async () => {
  for (const [key] of adminEndpoints) {
    const [method = '', path = ''] = key.split(' ');
    const { status, body } = await server.anonymous.request(method, `/api${path.replace(/:[a-zA-Z]+/g, '1')}`);
    expect(status, key).toBe(401);
    expect(body, key).toMatchObject({ code: 'unauthenticated' });
  }
});

test('S318 every endpoint under v1/admin answers 403 to a user with neither an admin role nor the flag for it', async () => {
  const user = await server.as({ role: 4 });
  for (const [key] of adminEndpoints) {
    const [method = '', path = ''] = key.split(' ');
    const { status } = await user.request(method, `/api${path.replace(/:[a-zA-Z]+/g, '1')}`);
    expect(status, key).toBe(403);
  }
});
