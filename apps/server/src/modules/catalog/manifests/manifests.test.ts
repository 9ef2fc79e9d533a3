import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogFactories, catalogFactories } from '../../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
let make: CatalogFactories;
let developer: Client;
let other: Client;
let admin: Client;

beforeAll(async () => {
  server = await testServer();
  make = catalogFactories(server.db);
  developer = await server.as({ flags: ['fzd'] });
  other = await server.as({ flags: ['fzd'] });
  admin = await server.as({ role: 3 });
});
afterAll(() => server?.close());

const write = (connection = 'obd', protocol = 'uds-can') => [
  { operation: 'identify', connection, protocols: [protocol] },
  { operation: 'write', connection, protocols: [protocol], max_file_bytes: 4_194_304, block_bytes: 4096 },
];
const manifestOf = (tool: string, fits?: readonly string[]) =>
  ({
    format: 1,
    tool,
    firmware: '4.12.0',
    control_units: [{ unit: 'ecu', family: 'Bosch MED17.5', ...(fits ? { fits } : {}), operations: write() }],
  }) as object;

/** A tool linked with a tune of each of two engines. */
async function tooled() {
  const { id } = await make.tool({ isRentable: true });
  const { slug } = await server.db.selectFrom('tools').select('slug').where('id', '=', id).executeTakeFirstOrThrow();
  const name = () => `2.0L ${crypto.randomUUID().slice(0, 8)}`;
  const [fitting, foreign] = [await make.vehicle({ engine: name() }), await make.vehicle({ engine: name() })];
  const tunes = [
    await make.tune({ tools: [id], engines: [fitting.engine.id] }),
    await make.tune({ tools: [id], engines: [foreign.engine.id] }),
  ] as const;
  return { id, slug, fitting: { ...fitting, tune: tunes[0] }, foreign: { ...foreign, tune: tunes[1] } };
}
const create = async (client: Client, body: object) => {
  const made = await client.call('POST /v1/tool-manifests', { body, idempotencyKey: crypto.randomUUID() });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return made.body;
};
const submit = (client: Client, id: number) => client.call('POST /v1/tool-manifests/:id/submit', { params: { id } });
const read = (client: Client, id: number) => client.call('GET /v1/tool-manifests/:id', { params: { id } });
const decideAsRead = (
  { id, updated_at: readAt }: { id: number; updated_at: string },
  decision: 'approve' | 'reject' | 'end',
  reason = '',
  by = admin,
) => by.call('POST /v1/admin/tool-manifests/:id/decide', { params: { id }, body: { decision, reason }, readAt });
/** As it is now, also for staff who may not read it. */
const decide = async (id: number, decision: 'approve' | 'reject' | 'end', reason = '', by = admin) => {
  const row = await server.db.selectFrom('tool_manifests').select('updated_at').where('id', '=', id).executeTakeFirst();
  return decideAsRead({ id, updated_at: (row?.updated_at ?? new Date()).toISOString() }, decision, reason, by);
};

describe('a manifest', () => {
  test('is checked against the schema, and errors name the path of each value', async () => {
    const { slug } = await tooled();
    const body = {
      ...manifestOf(slug),
      colour: 'red',
      control_units: [
        { unit: 'ecu', family: '', operations: write('boot', 'uds-can') },
        { unit: 'abs', family: 'X', operations: [{ operation: 'write', connection: 'obd', protocols: ['morse'] }] },
      ],
    };
    const { status, body: answer } = await developer.call('POST /v1/tool-manifests', {
      body,
      idempotencyKey: crypto.randomUUID(),
    });
    expect(status).toBe(422);
    expect((answer as unknown as { errors: object }).errors).toMatchObject({
      '': ['Unknown fields: colour.'],
      'control_units.0.family': ['Enter a text.'],
      'control_units.1.unit': ['Use one of: ecu, tcu, awd.'],
      'control_units.1.operations.0.protocols.0': [expect.stringContaining('Use one of: kwp2000-k-line')],
    });
    const rules = { ...manifestOf(slug), control_units: [] as object[] };
    rules.control_units = [
      { unit: 'ecu', family: 'A', operations: write('boot', 'uds-can') },
      { unit: 'ecu', family: 'a', operations: write().slice(1) },
    ];
    const second = await developer.call('POST /v1/tool-manifests', {
      body: rules,
      idempotencyKey: crypto.randomUUID(),
    });
    expect((second.body as unknown as { errors: object }).errors).toMatchObject({
      'control_units.0.operations.0.protocols.0': ['uds-can is not spoken over boot, only over obd and bench.'],
      'control_units.1.operations': [expect.stringContaining('Add the operation identify.')],
    });
    const unknown = await developer.call('POST /v1/tool-manifests', {
      body: manifestOf('no-such-tool'),
      idempotencyKey: crypto.randomUUID(),
    });
    expect(unknown.body).toMatchObject({ errors: { tool: [expect.stringContaining('no tool with this slug')] } });
  });

  test('has a published JSON schema that anyone can download', async () => {
    const { status, headers, raw } = await server.anonymous.request('GET', '/api/tool-manifest-schema');
    expect([status, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8']);
    const schema = JSON.parse(raw.payload) as {
      required: string[];
      properties: { control_units: { maxItems: number } };
    };
    expect(schema.required).toEqual(['format', 'tool', 'firmware', 'control_units']);
    expect(schema.properties.control_units.maxItems).toBe(300);
  });

  test('is approved as staff read it, not as its author changed it since', async () => {
    const { slug } = await tooled();
    const { id } = await create(developer, manifestOf(slug));
    await submit(developer, id);
    const seen = (await read(admin, id)).body;
    await developer.call('POST /v1/tool-manifests/:id/withdraw', { params: { id } });
    const body = { ...manifestOf(slug), firmware: '6.6.6' };
    expect((await developer.call('PUT /v1/tool-manifests/:id', { params: { id }, body })).status).toBe(200);
    await submit(developer, id);
    expect(await decideAsRead(seen, 'approve')).toMatchObject({
      status: 412,
      body: { code: 'stale_record', current: { firmware: '6.6.6', state: 'submitted' } },
    });
    expect((await decideAsRead((await read(admin, id)).body, 'approve')).body.state).toBe('approved');
  });

  test('takes effect when staff approve it, and not before', async () => {
    const tool = await tooled();
    await server.db.updateTable('engines').set({ code: 'CCZ-B' }).where('id', '=', tool.fitting.engine.id).execute();
    const offered = async ({ engine, tune }: typeof tool.fitting) => {
      const { body } = await server.anonymous.call('GET /ecu/compat', { query: { engine: engine.id, tool: tool.id } });
      const rented = await server.anonymous.call('GET /rental-tools', {
        query: { tunes: String(tune.id), engine: engine.id },
      });
      const inSql = rented.body.some(({ id }) => id === tool.id);
      return [body[0]?.tunes.some(({ id, fits }) => id === tune.id && fits), inSql];
    };
    const { id, version, excluded } = await create(developer, manifestOf(tool.slug, ['cczb']));
    expect([version, excluded]).toEqual([1, { engines: 1, transmissions: 0 }]);
    await submit(developer, id);
    expect([await offered(tool.fitting), await offered(tool.foreign)]).toEqual([
      [true, true],
      [true, true],
    ]);
    expect((await decide(id, 'approve')).body).toMatchObject({ state: 'approved' });
    expect([await offered(tool.fitting), await offered(tool.foreign)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect((await decide(id, 'end', '')).status).toBe(422);
    expect((await decide(id, 'end', 'Withdrawn by its maker.')).body).toMatchObject({ state: 'replaced' });
    expect(await offered(tool.foreign)).toEqual([true, true]);
  });

  test('tells its developer by mail and notification how staff decided', async () => {
    const { slug } = await tooled();
    const { id } = await create(developer, manifestOf(slug));
    await submit(developer, id);
    await decide(id, 'reject', 'The block size is missing.');
    const { rows } = await sql<{ subject: string; text_body: string; path: string; title: string }>`
      select m.subject, m.text_body, n.path, n.title from mail_outbox m join users u on u.email = m.to_address
        join notifications n on n.user_id = u.id and n.kind = m.kind
      where u.id = ${developer.userId} and n.path = ${`/developer/manifests/${id}`}
      order by m.id desc limit 1`.execute(server.db);
    expect(rows).toMatchObject([
      {
        subject: expect.stringMatching(/^Manifest rejected: .+, version 1$/),
        title: expect.stringMatching(/^Manifest rejected/),
        text_body: expect.stringContaining('The block size is missing.'),
      },
    ]);
    expect((await other.call('GET /user/notifications')).body.data).toEqual([]);
  });

  test('is compared with the version in effect, which the next one replaces', async () => {
    const { slug } = await tooled();
    const first = await create(developer, manifestOf(slug));
    expect(first.diff).toMatchObject({ version: null });
    await submit(developer, first.id);
    await decide(first.id, 'approve');
    const second = await create(developer, { ...manifestOf(slug), firmware: '5.0.0' });
    expect([second.version, second.diff]).toEqual([
      2,
      { version: 1, changes: [{ what: 'Firmware', before: '4.12.0', after: '5.0.0' }] },
    ]);
    await submit(developer, second.id);
    expect((await decide(second.id, 'approve')).body).toMatchObject({ diff: { version: 1 } });
    expect((await read(developer, first.id)).body).toMatchObject({ state: 'replaced' });
  });

  test('is changed and deleted only as a draft, and taken back from staff', async () => {
    const { slug } = await tooled();
    const { id } = await create(developer, manifestOf(slug));
    const put = (body: object) => developer.call('PUT /v1/tool-manifests/:id', { params: { id }, body });
    expect((await put(manifestOf(slug, ['N54']))).body).toMatchObject({
      manifest: { control_units: [{ fits: ['N54'] }] },
    });
    const elsewhere = await tooled();
    expect((await put(manifestOf(elsewhere.slug))).status).toBe(422);
    await submit(developer, id);
    expect((await put(manifestOf(slug))).status).toBe(409);
    expect((await developer.call('DELETE /v1/tool-manifests/:id', { params: { id } })).status).toBe(409);
    expect((await submit(developer, id)).status).toBe(409);
    const params = { id };
    expect((await developer.call('POST /v1/tool-manifests/:id/withdraw', { params })).body.state).toBe('draft');
    expect((await developer.call('DELETE /v1/tool-manifests/:id', { params })).status).toBe(204);
    expect((await read(developer, id)).status).toBe(404);
  });

  test('is hidden from other developers until it is in effect, and from staff while it is a draft', async () => {
    const { slug } = await tooled();
    const { id } = await create(developer, manifestOf(slug));
    const seen = async () => [(await read(other, id)).status, (await read(admin, id)).status];
    expect(await seen()).toEqual([404, 404]);
    for (const call of ['submit', 'withdraw'] as const)
      expect((await other.call(`POST /v1/tool-manifests/:id/${call}`, { params: { id } })).status).toBe(404);
    expect((await other.call('DELETE /v1/tool-manifests/:id', { params: { id } })).status).toBe(404);
    expect((await decide(id, 'approve')).status).toBe(404);
    await submit(developer, id);
    expect(await seen()).toEqual([404, 200]);
    expect((await decide(id, 'approve', '', developer)).status).toBe(403);
    await decide(id, 'approve');
    expect(await seen()).toEqual([200, 200]);
    expect((await read(other, id)).body).toMatchObject({ author: '', is_own: false });
    expect((await other.call('GET /v1/tool-manifests', { query: { tool: slug } })).body.total).toBe(1);
  });

  test('of staff is approved by someone else', async () => {
    const { slug } = await tooled();
    const { id } = await create(admin, manifestOf(slug));
    await submit(admin, id);
    expect((await decide(id, 'approve')).status).toBe(403);
    expect((await decide(id, 'approve', '', await server.as({ role: 5 }))).status).toBe(200);
  });

  test('is in effect once, whatever staff decide at the same time', async () => {
    const { id: tool, slug } = await tooled();
    const ids: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      const { id } = await create(developer, manifestOf(slug));
      await submit(developer, id);
      ids.push(id);
    }
    const answers = await Promise.all(ids.flatMap((id) => [decide(id, 'approve'), decide(id, 'approve')]));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from tool_manifests where tool_id = ${tool} group by state order by state`.execute(
      server.db,
    );
    expect(rows).toEqual([
      { state: 'approved', count: 1 },
      { state: 'replaced', count: 3 },
    ]);
  });
});

describe('the simulator', () => {
  const simulate = (client: Client, body: object) => client.call('POST /v1/tool-simulations/vehicle', { body });

  test('shows what a manifest offers for a vehicle, why not, and changes nothing', async () => {
    const tool = await tooled();
    await server.db.updateTable('engines').set({ code: 'N54' }).where('id', '=', tool.foreign.engine.id).execute();
    const manifest = manifestOf(tool.slug, [tool.fitting.engine.slug]);
    const good = (await simulate(developer, { manifest, engine: tool.fitting.engine.id })).body;
    expect(good.tunes).toEqual([expect.objectContaining({ id: tool.fitting.tune.id, offered: true, reasons: [] })]);
    expect(good.units[0]?.operations.filter(({ offered }) => offered).map(({ operation }) => operation)).toEqual([
      'identify',
      'write',
    ]);
    const bad = (await simulate(developer, { manifest, engine: tool.foreign.engine.id })).body;
    expect(bad.tunes[0]).toMatchObject({
      offered: false,
      reasons: ['The manifest has no operation write for this ecu.'],
    });
    expect(bad.units[0]?.operations[0]?.reason).toContain('fits N54');
    const { count } = await server.db
      .selectFrom('tool_manifests')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('tool_id', '=', tool.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  test('names tunes that staff did not link and engines restricted to other tools', async () => {
    const tool = await tooled();
    const rival = await make.tool();
    const engine_id = tool.fitting.engine.id;
    const unlinked = await make.tune({ tools: [rival.id], engines: [engine_id] });
    await server.db.insertInto('engine_tool_restrictions').values({ engine_id, tool_id: rival.id }).execute();
    const { body } = await simulate(developer, { manifest: manifestOf(tool.slug), engine: engine_id });
    expect(body.tunes.find(({ id }) => id === unlinked.id)?.reasons).toEqual([
      expect.stringContaining('Staff have not linked'),
      'The engine is restricted to other tools.',
    ]);
    expect((await simulate(developer, { manifest: manifestOf(tool.slug), engine: 999_999 })).status).toBe(404);
  });

  test('is open to an API key of a developer with the scope, and to no other key', async () => {
    const { slug, fitting } = await tooled();
    const send = async (owner: Client, scopes: readonly string[]) => {
      const { body } = await owner.call('POST /user/api-keys', {
        body: { name: 'CI', scopes, days: 30 },
      });
      const answer = await server.anonymous.request('POST', '/api/v1/tool-simulations/vehicle', {
        headers: { authorization: `Bearer ${body.key}` },
        body: { manifest: manifestOf(slug), engine: fitting.engine.id },
      });
      return answer.status;
    };
    expect(await send(developer, ['tools.write'])).toBe(200);
    expect(await send(developer, ['profile.read'])).toBe(403);
    expect(await send(await server.as({}), ['tools.write'])).toBe(403);
  });
});
