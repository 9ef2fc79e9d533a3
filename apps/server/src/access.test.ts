import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { type AccessRule, allows, anonymous } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeActors, makeStranger, type Owner, type TestActor, type TestActors } from './testing/actors.ts';
import { type OwnedRecord, ownedRecords } from './testing/owned-records.ts';
import { type Client, type TestServer, testServer } from './testing/server.ts';

// Tests every endpoint with every kind of actor and, for owned records, with own, foreign and missing records. The
// cases are generated from the contract.

let server: TestServer;
let actors: readonly TestActor[];
let known: TestActors['known'];
let stranger: Required<Owner>;

beforeAll(async () => {
  server = await testServer();
  ({ actors, known } = await makeActors(server));
  stranger = await makeStranger(server);
});
afterAll(() => server.close());

const endpoints = Object.entries(contract as Record<string, Endpoint>);
const urlOf = (path: string, params: Record<string, string | number> = {}) =>
  `/api${path.replace(/:([a-zA-Z]+)/g, (_, name: string) => String(params[name] ?? '999999'))}`;

/** Truncated, because concurrent deletes could deadlock. */
const forgetLimits = () => sql`truncate rate_limits`.execute(server.db);

const merged = new Map<string, Promise<TestActor>>();
const hasSingleFlag = ({ name }: TestActor) => /^(user|Admin) with flag /.test(name);

/**
 * Flags only add rights. So users whose single flag does not open an endpoint are tested as one user with all of these
 * flags, and so are Admins, who have every flag by their role.
 */
async function actorsFor({ access }: Endpoint): Promise<readonly TestActor[]> {
  const isMerged = (actor: TestActor) =>
    hasSingleFlag(actor) && (actor.facts.role !== 0 || !allows(access, actor.facts));
  const groups = Map.groupBy(actors.filter(isMerged), ({ facts }) => `${facts.role} ${allows(access, facts)}`);
  const users = [...groups.values()].map((group) => {
    const role = group[0]?.facts.role ?? 0;
    const flags = group.flatMap(({ facts }) => facts.flags);
    const name = `${role === 0 ? 'user' : 'Admin'} with flags ${flags.join(', ')}`;
    const user = merged.get(name) ?? known(name, role, flags);
    merged.set(name, user);
    return user;
  });
  return [...actors.filter((actor) => !isMerged(actor)), ...(await Promise.all(users))];
}

test('access matrix covers 30 actor kinds plus a plain user with each remaining flag', () => {
  expect(actors.filter(({ name }) => !name.startsWith('user with flag'))).toHaveLength(30);
  expect(new Set(actors.map(({ name }) => name)).size).toBe(40);
});

describe('every endpoint admits exactly the actors in its access rule (S332 S304)', { timeout: 180_000 }, () => {
  test.each(endpoints)('%s', async (key, endpoint) => {
    const [method = '', path = ''] = key.split(' ');
    const ask = async ({ name, facts, client }: TestActor) => {
      // The id does not exist, so an allowed actor gets "not found" or a validation error, never another user's data.
      const call = async (caller: Client) =>
        (await caller.request(method, urlOf(path), method === 'GET' ? {} : { body: {} })).status;
      let status = await call(await client());
      if (status === 429) {
        await forgetLimits();
        status = await call(await client());
      }
      // An earlier call may have ended the session.
      if (status === 401 && facts.signedIn) status = await call(await client(true));
      const label = `${name} calls ${key}`;
      if (allows(endpoint.access, facts)) expect([401, 403], label).not.toContain(status);
      else expect(status, label).toBe(facts.signedIn ? 403 : 401);
    };
    // Rate limits are shared between actors, so these run sequentially.
    const asking = await actorsFor(endpoint);
    if (endpoint.limit) for (const actor of asking) await ask(actor);
    else await Promise.all(asking.map(ask));
  });
});

const ofOwners: readonly AccessRule[] = ['owner', 'dealer-member', 'dealer-manager', 'tuner', 'affiliate'];
const owned = endpoints.filter(
  ([key, { access }]) => key.includes(':') && [access].flat().some((rule) => ofOwners.includes(rule)),
);

/** Endpoints with an owned record but no fixture for it yet. Every addition needs a reason. */
const withoutRecord: readonly string[] = [
  // It would end the membership of this test's own actors; modules/dealers/portal tests it.
  'DELETE /v1/dealers/:id/my-membership',
  // The order is in the query; the call of the invoice tests the same read.
  'GET /v1/dealers/:id/snapshot',
];

describe('a record of another user responds 404 like a missing one', { timeout: 180_000 }, () => {
  test('every endpoint that takes an owned record id is tested with a record of another owner', () => {
    expect(owned.map(([key]) => key).filter((key) => !ownedRecords[key] && !withoutRecord.includes(key))).toEqual([]);
  });

  test.each(owned.filter(([key]) => ownedRecords[key]))('%s (S332)', async (key, endpoint) => {
    const record = ownedRecords[key] as OwnedRecord;
    const [method = '', path = ''] = key.split(' ');
    // Rules that grant access to records of all owners.
    const byOffice = [endpoint.access].flat().filter((rule) => rule !== 'token' && !ofOwners.includes(rule));
    // One foreign record is shared by all actors that cannot access it.
    let strangers: Record<string, string | number> | null = null;
    const foreignTo = async (former: Owner | undefined) => {
      if (former) return record.make(server, former);
      strangers ??= await record.make(server, stranger);
      return strangers;
    };
    // Actors that satisfy the same rules get the same access to their own record, or to all: one of them is enough.
    const testedOwners = new Set<string>();
    const testedOffice = new Set<string>();
    for (const { name, facts, client, owner, former, suspendedFrom } of await actorsFor(endpoint)) {
      const ask = async (params: Record<string, string | number>) => {
        const headers = {
          'idempotency-key': randomUUID(),
          'if-unmodified-since': new Date(Date.now() + 1000).toUTCString(),
          ...record.headers,
        };
        const body = record.body === undefined ? {} : { body: record.body };
        const call = async () => (await client()).request(method, urlOf(path, params), { headers, ...body });
        let answer = await call();
        if (answer.status === 429) {
          await forgetLimits();
          answer = await call();
        }
        return { status: answer.status, said: answer.body };
      };
      if (suspendedFrom && record.of !== 'user' && has(suspendedFrom, record.of)) {
        const closed = await ask(await record.make(server, suspendedFrom));
        if ([endpoint.access].flat().includes('tuner-account'))
          expect([401, 403, 404, 500], `${name}, money`).not.toContain(closed.status);
        else expect([403, 404], `${name}, suspended`).toContain(closed.status);
      }
      if (!allows(endpoint.access, facts)) {
        // The test above does the same with a missing record.
        const { status } = await ask(await foreignTo(former));
        expect(status, name).toBe(facts.signedIn ? 403 : 401);
        continue;
      }
      const rules = JSON.stringify([endpoint.access].flat().map((rule) => allows(rule, facts)));
      const mayReadAll = allows(byOffice, facts);
      if (!mayReadAll || !testedOffice.has(rules)) {
        const absent = await ask(record.absent ?? {});
        const foreign = await ask(await foreignTo(former));
        if (mayReadAll) {
          testedOffice.add(rules);
          expect([401, 403, 404], `${name}, foreign`).not.toContain(foreign.status);
          if (method !== 'GET') strangers = null;
        } else expect(foreign, `${name}, foreign`).toEqual(absent);
        expect(absent.status, `${name}, absent`).toBe(404);
      }
      if (owner && has(owner, record.of) && !testedOwners.has(rules)) {
        testedOwners.add(rules);
        const own = await ask(await record.make(server, owner));
        expect([401, 403, 404, 500], `${name}, own`).not.toContain(own.status);
      }
    }
  });
});

const has = (owner: Owner, side: OwnedRecord['of']): boolean =>
  ({ user: true, dealer: owner.dealer, tuner: owner.tunerId, affiliate: owner.affiliateId })[side] !== undefined;

test('v1/tune-requests has the calls that the specification names (S361)', () => {
  const path = '/v1/tune-requests';
  const calls = ['poll', 'raw', 'dealers'].map((name) => `GET ${path}/:id/${name}`);
  const writes = ['support', 'help', 'estimate', 'pay', 'pay-later', 'free', 'token'];
  expect(endpoints.map(([key]) => key)).toEqual(
    expect.arrayContaining([
      `GET ${path}`,
      ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} ${path}/:id`),
      ...calls,
      ...writes.map((name) => `POST ${path}/:id/${name}`),
    ]),
  );
});

const adminEndpoints = endpoints.filter(([key]) => key.includes(' /v1/admin/'));

test('admin endpoints are under v1/admin and none of them is public (S316)', () => {
  expect(adminEndpoints.length).toBeGreaterThan(10);
  for (const [key, endpoint] of adminEndpoints) {
    expect(allows(endpoint.access, anonymous), key).toBe(false);
    expect(allows(endpoint.access, { ...anonymous, signedIn: true }), key).toBe(false);
  }
});

test('every endpoint under v1/admin responds 401 to an anonymous caller (S317)', async () => {
  for (const [key] of adminEndpoints) {
    const [method = '', path = ''] = key.split(' ');
    const { status, body } = await server.anonymous.request(method, `/api${path.replace(/:[a-zA-Z]+/g, '1')}`);
    expect(status, key).toBe(401);
    expect(body, key).toMatchObject({ code: 'unauthenticated' });
  }
});

test('every endpoint under v1/admin responds 403 to a user without an admin role or the required flag (S318)', async () => {
  const user = await server.as({ role: 4 });
  for (const [key] of adminEndpoints) {
    const [method = '', path = ''] = key.split(' ');
    const { status } = await user.request(method, `/api${path.replace(/:[a-zA-Z]+/g, '1')}`);
    expect(status, key).toBe(403);
  }
});
