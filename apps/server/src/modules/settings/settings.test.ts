import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymousActor } from '../../platform/actor.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { statementsOf } from '../../testing/statements.ts';
import { uiState as uiStateOf } from './ui-state.ts';
import { visitorIds } from './visitor-id.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await testServer({ REGIONS: '1,2' });
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const now = () => Date.now();
const hours = (count: number) => new Date(now() + count * 3_600_000);

async function edit(change: Record<string, unknown>, client = admin) {
  const { body } = await admin.call('GET /v1/admin/settings');
  return client.call('PATCH /v1/admin/settings', { body: change, readAt: body.updated_at });
}

/** Invalidation arrives asynchronously through the database, so the next read may still be stale. */
async function soon<T>(look: () => Promise<T>, right: (seen: T) => boolean): Promise<T> {
  const until = now() + 10_000;
  for (;;) {
    const seen = await look();
    if (right(seen) || now() > until) return seen;
    await sleep(10);
  }
}

const uiState = async (client = server.anonymous) => (await client.call('GET /global/v1/ui-state')).body;

describe('the global state', () => {
  test('an anonymous visitor gets no user, and alerts, codes, sales and site settings (C008 S173 S177)', async () => {
    const { status, body, headers } = await server.anonymous.call('GET /global/v1/ui-state');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: null,
      dealer: null,
      tuner: null,
      affiliate: null,
      dealer_onboarding_progress: null,
      codes: [],
      hcodes: [],
    });
    expect(body.alerts).toBeInstanceOf(Array);
    expect(body.sales).toBeInstanceOf(Array);
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test('a response shared by anonymous visitors contains no data of the first requester', async () => {
    const clientInfo = { address: '198.51.100.77', userAgent: 'came by a flyer' };
    const visit = { actor: anonymousActor(clientInfo.address), region: 1, now: new Date() } as const;
    const { id } = await visitorIds(server.db, clientInfo, visit.now);
    await server.db
      .insertInto('tracking_tags')
      .values({ tag: 'flyer', hidden_codes: ['HIDDEN7'] })
      .execute();
    await server.db.insertInto('tag_hits').values({ tag: 'flyer', visitor: id }).execute();
    const own = await uiStateOf(server.platform, { ...visit, clientInfo });
    const shared = await uiStateOf(server.platform, { ...visit, clientInfo: { ...clientInfo, forAll: true } });
    expect([own.hcodes, shared.hcodes]).toEqual([['HIDDEN7'], []]);
  });

  test('a member of a dealer and a tuner gets both with preferred currencies and pending setup steps (S172 S174 S175 S176)', async () => {
    const { id, name, email } = await server.make.user({ role: 4, flags: ['t'] });
    await server.db.updateTable('users').set({ preferred_display_currency: 'USD' }).where('id', '=', id).execute();
    const first = await server.make.dealer({ managers: [id] });
    await server.db
      .updateTable('dealers')
      .set({ preferred_display_currency: 'EUR' })
      .where('id', '=', first.id)
      .execute();
    await server.make.dealer({ members: [id] });
    const tuner = await server.make.tuner({ members: [id] });
    const affiliate = await server.make.affiliate({ members: [id] });
    const client = await server.as({ id });
    const state = await uiState(client);
    expect(state.user).toEqual({
      id,
      name,
      deletion_due_at: null,
      email,
      email_confirmed: true,
      pending_email: null,
      role: 4,
      f: ['t'],
      preferred_display_currency: 'USD',
      language: null,
    });
    expect(state.dealer).toEqual({
      id: first.id,
      slug: first.slug,
      name: first.name,
      kind: 'manager',
      preferred_display_currency: 'EUR',
    });
    expect(state.tuner).toMatchObject({ id: tuner.id, slug: tuner.slug });
    expect(state.affiliate?.id).toBe(affiliate.id);
    expect(state.dealer_onboarding_progress).toEqual([{ step: 'first_member', done: false }]);

    const colleague = await server.make.user({ role: 4 });
    await server.db
      .insertInto('dealer_members')
      .values({ dealer_id: first.id, user_id: colleague.id, kind: 'member' })
      .execute();
    expect((await uiState(client)).dealer_onboarding_progress).toEqual([{ step: 'first_member', done: true }]);
  });

  test('a signed-in visitor costs two queries: identity and own data', async () => {
    const client = await server.as({ role: 0 });
    await uiState(client);
    const texts = await statementsOf(() => uiState(client));
    expect(texts, texts.join('\n')).toHaveLength(2);
  });

  test('a new site has one region, its flags, retail prices and weekday support hours (S422 S437 S438 S439 S440)', async () => {
    const plain = await testServer();
    const { settings } = (await plain.anonymous.call('GET /global/v1/ui-state')).body;
    await plain.close();
    expect(settings.regions).toEqual([{ id: 1, name: 'North America', url: null }]);
    expect(settings.region).toBe(1);
    expect(settings.flags).toEqual({
      tickets_nav_f: false,
      tickets_nav_dd: false,
      www_rpa: true,
      www_taa: false,
      www_immo_off: false,
      www_kit_builder: false,
    });
    expect(settings.support_hours).toEqual({
      opens: '09:00',
      closes: '17:00',
      weekdays: [1, 2, 3, 4, 5],
      timeZone: 'America/Vancouver',
    });
    expect(settings.default_currency).toBe('CAD');
    expect(settings.redirects).toEqual([
      { from: '/tesla/model-s', to: '/products/tesla-model-s' },
      { from: '/tesla/model-3', to: '/products/tesla-model-3' },
      { from: '/tesla/model-y', to: '/products/tesla-model-y' },
    ]);
  });
});

describe('settings', () => {
  test('an admin reads every setting with its description (C424)', async () => {
    const { status, body } = await admin.call('GET /v1/admin/settings');
    expect(status).toBe(200);
    const described = body.groups.flatMap((group) => group.settings);
    expect(described.map((setting) => setting.name).sort()).toEqual(Object.keys(body.values).sort());
    for (const setting of described) expect(setting.label && setting.help, setting.name).toBeTruthy();
  });

  test('an edit changes the given settings, advances the timestamp by a second and writes one audit event per changed setting (C425)', async () => {
    const before = (await admin.call('GET /v1/admin/settings')).body;
    const { status, body } = await edit({ company_name: 'Longroad Tuning', company_phone: '' });
    expect(status).toBe(200);
    expect(body.values).toEqual({ ...before.values, company_name: 'Longroad Tuning' });
    expect(Date.parse(body.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at) + 1000);
    const acts = await server.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject', 'detail'])
      .where('act', '=', 'settings.update')
      .where('actor_id', '=', admin.userId)
      .where('subject', 'in', ['setting:company_name', 'setting:company_phone'])
      .execute();
    expect(acts).toEqual([
      {
        actor_id: admin.userId,
        subject: 'setting:company_name',
        detail: { before: before.values.company_name, after: 'Longroad Tuning' },
      },
    ]);
    const state = await soon(uiState, ({ settings }) => settings.company.name === 'Longroad Tuning');
    expect(state.settings.company.name).toBe('Longroad Tuning');
  });

  test('every invalid field is named, and nothing is stored (C425 S303)', async () => {
    const before = (await admin.call('GET /v1/admin/settings')).body;
    const { status, body } = await edit({
      company_name: ' ',
      www_rpa: 'yes',
      google_analytics_id: '<script>',
      support_hours: { opens: '17:00', closes: '09:00', weekdays: [1], timeZone: 'Mars/Base' },
      redirects: [{ from: '/a', to: '//evil.example' }],
      'fz-shortage-month': '2027-13',
      region_2_url: 'javascript:alert(1)',
    });
    expect(status).toBe(422);
    expect(Object.keys((body as unknown as { errors: object }).errors).sort()).toEqual([
      'company_name',
      'fz-shortage-month',
      'google_analytics_id',
      'redirects.0.to',
      'region_2_url',
      'support_hours',
      'www_rpa',
    ]);
    expect((await admin.call('GET /v1/admin/settings')).body).toEqual(before);
  });

  test('an unknown setting is refused (C425)', async () => {
    const { status } = await edit({ role: 5 });
    expect(status).toBe(422);
  });

  test('a store currency without a rate and a default outside the store are refused together (C425)', async () => {
    const { status, body } = await edit({ currencies: ['CAD', 'JPY'], default_currency: 'GBP' });
    expect(status).toBe(422);
    expect((body as unknown as { errors: object }).errors).toEqual({
      conversion_rates: ['Every store currency needs a conversion rate: JPY.'],
      default_currency: ['The default currency must be a store currency.'],
    });
  });

  test('a stale save is refused with the current values, and one without a timestamp is refused (C425)', async () => {
    const read = (await admin.call('GET /v1/admin/settings')).body;
    expect((await edit({ company_phone: '+1 604 555 0100' })).status).toBe(200);
    const stale = await admin.call('PATCH /v1/admin/settings', {
      body: { company_phone: '+1 604 555 0199' },
      readAt: read.updated_at,
    });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({
      code: 'stale_record',
      current: { values: { company_phone: '+1 604 555 0100' } },
    });
    const missing = await admin.call('PATCH /v1/admin/settings', { body: { company_phone: '' } });
    expect(missing.status).toBe(428);
    expect((await admin.call('GET /v1/admin/settings')).body.values.company_phone).toBe('+1 604 555 0100');
  });

  test('exactly one of many concurrent saves of one version is stored (C425)', async () => {
    const { updated_at: readAt } = (await admin.call('GET /v1/admin/settings')).body;
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        admin.call('PATCH /v1/admin/settings', { body: { company_address: `Street ${at}` }, readAt }),
      ),
    );
    expect(saves.map((save) => save.status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
  });

  test('an edit is visible on another process within a second (C425)', async () => {
    const other = await server.another();
    const there = other.clientWith(null);
    await there.call('GET /global/v1/ui-state');
    await there.call('GET /switch-states');
    expect((await edit({ tickets_nav_f: true, 'fz-shortage': true })).status).toBe(200);
    const state = await soon(
      () => uiState(there),
      ({ settings }) => settings.flags.tickets_nav_f,
    );
    expect(state.settings.flags.tickets_nav_f).toBe(true);
    const switches = await soon(
      async () => (await there.call('GET /switch-states')).body,
      (states) => states['fz-shortage'],
    );
    expect(switches['fz-shortage']).toBe(true);
    await edit({ tickets_nav_f: false, 'fz-shortage': false });
  });

  test('the default currency is that of the settings, else CAD in North America and EUR in Europe, else the first of the store (S435 S436)', async () => {
    const rates = { base: 'CAD', rates: [{ currency: 'EUR', rate: '0.63', as_of: '2026-11-01' }] };
    const inEurope = () => server.anonymous.call('GET /global/v1/ui-state', { headers: { cookie: 'region=2' } });
    const boss = await server.as({ role: 5 });
    await edit({ currencies: ['EUR', 'CAD'], conversion_rates: rates, default_currency: null }, boss);
    const home = await soon(uiState, ({ settings }) => settings.currencies.length === 2);
    expect(home.settings).toMatchObject({ region: 1, default_currency: 'CAD', currencies: ['EUR', 'CAD'] });
    const europe = (await inEurope()).body.settings;
    expect(europe).toMatchObject({ region: 2, default_currency: 'EUR' });
    await edit({ currencies: ['CAD', 'EUR'] });
    const reordered = await soon(
      async () => (await inEurope()).body,
      ({ settings }) => settings.currencies[0] === 'CAD',
    );
    expect(reordered.settings.default_currency).toBe('EUR');
    await edit({ default_currency: 'EUR' });
    const named = await soon(uiState, ({ settings }) => settings.default_currency === 'EUR');
    expect(named.settings.default_currency).toBe('EUR');
    await edit({ currencies: ['CAD'], default_currency: null });
  });
});

describe('public reads', () => {
  test('the four switches are returned by a cached GET without a whoami header (C009 S183 S340)', async () => {
    const { status, body, headers } = await server.anonymous.call('GET /switch-states');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['fz-shortage', 'fz-shortage-month', 'fzl-shortage', 'fzl-shortage-month']);
    expect(headers['cache-control']).toContain('public');
    expect(headers['x-whoami']).toBeUndefined();
  });

  test('a switch is set by name, a month must match its format, and an unknown name responds 404 (C421)', async () => {
    const put = (name: string, value: unknown, client = admin) =>
      client.call('PUT /v1/admin/switch-states/:name', { params: { name }, body: { value } as never });
    expect((await put('fz-shortage', true)).body).toEqual({ name: 'fz-shortage', value: true });
    expect((await put('fz-shortage-month', '2027-03')).body).toEqual({ name: 'fz-shortage-month', value: '2027-03' });
    const seen = await soon(
      async () => (await server.anonymous.call('GET /switch-states')).body,
      (states) => states['fz-shortage-month'] === '2027-03',
    );
    expect(seen['fz-shortage']).toBe(true);
    for (const [name, value] of [
      ['fz-shortage', 'yes'],
      ['fz-shortage-month', 'March'],
    ] as const)
      expect((await put(name, value)).status).toBe(422);
    expect((await put('maintenance', true)).status).toBe(404);
    expect((await put('fz-shortage', true, await server.as({ role: 4 }))).status).toBe(403);
    await put('fz-shortage', false);
    await put('fz-shortage-month', null);
  });

  test('countries are cacheable and include states where an address needs one (C357)', async () => {
    const { body, headers } = await server.anonymous.call('GET /countries');
    expect(body).toHaveLength(249);
    const statesOf = (code: string) => body.find((country) => country.code === code)?.states.length;
    expect([statesOf('CA'), statesOf('AU'), statesOf('US'), statesOf('DE')]).toEqual([13, 8, 54, 0]);
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(headers.etag).toBeTruthy();
  });

  test('a conversion rate takes currency_from and currency_to and returns decimal text with its date; an unknown currency is refused by name (C423 S370)', async () => {
    const rates = [
      { currency: 'USD', rate: '0.7345', as_of: '2026-11-02' },
      { currency: 'EUR', rate: '0.63', as_of: '2026-11-01' },
    ];
    await edit({ conversion_rates: { base: 'CAD', rates } }, await server.as({ role: 5 }));
    const rate = (from: string, to: string) =>
      server.anonymous.call('GET /conversion-rate', { query: { currency_from: from, currency_to: to } });
    const found = await soon(
      () => rate('usd', 'EUR'),
      ({ status }) => status === 200,
    );
    expect(found.body).toEqual({
      currency_from: 'USD',
      currency_to: 'EUR',
      rate: '0.857726344452',
      time: '2026-11-01T00:00:00.000Z',
    });
    expect((await rate('CAD', 'CAD')).body).toMatchObject({ rate: '1', time: null });
    const unknown = await rate('CAD', 'XXX');
    expect(unknown.status).toBe(422);
    expect((unknown.body as unknown as { errors: object }).errors).toHaveProperty('currency_to');
    expect((await server.anonymous.call('GET /conversion-rate')).status).toBe(422);
  });
});

describe('alerts', () => {
  test('active alerts are visible to their audience only (C335 S173 S312)', async () => {
    const plain = { text: 'x', level: 'info' };
    await server.db
      .insertInto('alerts')
      .values([
        ...['everyone', 'users', 'dealers', 'staff'].map((audience) => ({
          ...plain,
          text: `to ${audience}`,
          audience,
        })),
        { ...plain, text: 'over', audience: 'everyone', starts_at: hours(-2), ends_at: hours(-1) },
        { ...plain, text: 'to come', audience: 'everyone', starts_at: hours(1) },
      ])
      .execute();
    // Rows written directly do not invalidate caches; this call does.
    const made = await admin.call('POST /v1/admin/alerts', { body: { ...plain, text: 'last', audience: 'staff' } });
    expect(made.status).toBe(201);
    const seenBy = async (client: Client) => (await client.call('GET /alerts')).body.map((alert) => alert.text).sort();
    await soon(
      () => seenBy(admin),
      (texts) => texts.includes('last'),
    );
    expect(await seenBy(server.anonymous)).toEqual(['to everyone']);
    expect(await seenBy(await server.as({ role: 0 }))).toEqual(['to everyone', 'to users']);
    expect(await seenBy(await server.as({ role: 4 }))).toEqual(['to dealers', 'to everyone', 'to users']);
    expect(await seenBy(admin)).toEqual(['last', 'to dealers', 'to everyone', 'to staff', 'to users']);
    const member = await server.make.user();
    await server.make.dealer({ members: [member.id] });
    expect(await seenBy(await server.as({ id: member.id }))).toContain('to dealers');
    expect((await uiState()).alerts.map((alert) => alert.text)).toEqual(['to everyone']);
  });

  test('an alert is created, changed and deleted, each with an audit event (C336 C337 C338)', async () => {
    const created = await admin.call('POST /v1/admin/alerts', {
      body: { text: 'Maintenance tonight', level: 'careful', audience: 'everyone', end: hours(5).toISOString() },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ text: 'Maintenance tonight', level: 'careful', state: 'running' });
    const params = { id: created.body.id };
    const changed = await admin.call('PATCH /v1/admin/alerts/:id', { params, body: { level: 'bad', end: null } });
    expect(changed.body).toMatchObject({ text: 'Maintenance tonight', level: 'bad', end: null });
    expect((await admin.call('GET /v1/admin/alerts/:id', { params })).body).toEqual(changed.body);
    const list = await admin.call('GET /v1/admin/alerts', { query: { search: 'maintenance' } });
    expect(list.body).toMatchObject({ total: 1, page: 1, page_count: 1, data: [{ id: params.id }] });
    expect((await admin.call('DELETE /v1/admin/alerts/:id', { params })).status).toBe(204);
    expect((await admin.call('GET /v1/admin/alerts/:id', { params })).status).toBe(404);
    expect((await admin.call('DELETE /v1/admin/alerts/:id', { params })).status).toBe(404);
    expect(await actsOn(`alert:${params.id}`)).toEqual(['alerts.create', 'alerts.update', 'alerts.delete']);
  });

  test('invalid fields and an end before the start are refused by name (C336 C337 S303)', async () => {
    const empty = await admin.call('POST /v1/admin/alerts', { body: { text: '', level: 'loud' } });
    expect(empty.status).toBe(422);
    expect(Object.keys((empty.body as unknown as { errors: object }).errors).sort()).toEqual([
      'audience',
      'level',
      'text',
    ]);
    const { body } = await admin.call('POST /v1/admin/alerts', {
      body: { text: 'x', level: 'info', audience: 'staff' },
    });
    const backwards = await admin.call('PATCH /v1/admin/alerts/:id', {
      params: { id: body.id },
      body: { end: hours(-1).toISOString() },
    });
    expect(backwards.status).toBe(422);
    expect(backwards.body).toMatchObject({ errors: { end: ['The end must be after the start.'] } });
  });
});

const actsOn = async (subject: string) =>
  (await server.db.selectFrom('audit_log').select('act').where('subject', '=', subject).orderBy('id').execute()).map(
    (row) => row.act,
  );

describe('sales', () => {
  const sale = (input: object = {}) => ({
    name: 'Autumn sale',
    type: 'site',
    amount: '15',
    amountType: 'percent',
    start: hours(-1).toISOString(),
    end: hours(24).toISOString(),
    ...input,
  });
  const create = (input: object = {}) => admin.call('POST /v1/admin/sales', { body: sale(input) });

  test('running sales and those of the next 48 hours are shown ordered by start, ended and later ones are not (S151)', async () => {
    await create({ name: 'next', start: hours(47).toISOString(), end: hours(90).toISOString() });
    await create({ name: 'now', code: 'NOW-15', countdown: true, description: 'On everything.' });
    await create({ name: 'far', start: hours(49).toISOString(), end: hours(90).toISOString() });
    await create({ name: 'ended', start: hours(-5).toISOString(), end: hours(-1).toISOString() });
    const { sales } = await soon(uiState, (state) => state.sales.length >= 2);
    expect(sales.map((shown) => shown.name)).toEqual(['now', 'next']);
    expect(sales[0]).toMatchObject({
      type: 'site',
      amount: '15',
      amountType: 'percent',
      code: 'NOW-15',
      countdown: true,
      description: 'On everything.',
    });
  });

  test('a sale that ends while its row is cached is no longer shown', async () => {
    const end = now() + 2_500;
    await create({ name: 'brief', end: new Date(end).toISOString() });
    const names = async () => (await uiState()).sales.map((shown) => shown.name);
    expect(await soon(names, (seen) => seen.includes('brief'))).toContain('brief');
    await sleep(end + 100 - now());
    expect(await names()).not.toContain('brief');
  });

  test('a sale is refused with every invalid field named (C427)', async () => {
    const { status, body } = await create({ amount: '0', type: 'cars', code: 'a b', end: 'tomorrow' });
    expect(status).toBe(422);
    expect(Object.keys((body as unknown as { errors: object }).errors).sort()).toEqual([
      'amount',
      'code',
      'end',
      'type',
    ]);
    const more = await create({ amount: '101', end: hours(-2).toISOString() });
    expect(more.body).toMatchObject({ errors: { amount: [expect.any(String)], end: [expect.any(String)] } });
  });

  test('two sales cannot share a code in any case, also when created concurrently', async () => {
    const made = await Promise.all([create({ code: 'TWICE' }), create({ code: 'twice' }), create({ code: 'Twice' })]);
    expect(made.map((reply) => reply.status).sort()).toEqual([201, 422, 422]);
  });

  test('a sale update responds 428 without a timestamp and 412 with a stale one (C428 C429)', async () => {
    const { body } = await create({ name: 'edited' });
    const params = { id: body.id };
    const change = (input: object, readAt?: string) =>
      admin.call('PATCH /v1/admin/sales/:id', { params, body: input, ...(readAt ? { readAt } : {}) });
    expect((await change({ name: 'x' })).status).toBe(428);
    const first = await change({ amount: '20' }, body.updated_at);
    expect(first.body).toMatchObject({ name: 'edited', amount: '20' });
    const stale = await change({ amount: '25' }, body.updated_at);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ current: { id: body.id, amount: '20' } });
    expect((await change({ amount: '25' }, first.body.updated_at)).status).toBe(200);
    expect((await admin.call('DELETE /v1/admin/sales/:id', { params })).status).toBe(204);
    expect(await actsOn(`sale:${body.id}`)).toEqual(['sales.create', 'sales.update', 'sales.update', 'sales.delete']);
  });

  test('the list of sales is filtered by state, type and text (C426)', async () => {
    await create({ name: 'Tune week', type: 'tunes', start: hours(10).toISOString() });
    const list = async (query: object) => (await admin.call('GET /v1/admin/sales', { query })).body;
    expect((await list({ search: 'tune week' })).data).toMatchObject([{ name: 'Tune week', state: 'scheduled' }]);
    expect((await list({ type: 'tunes', state: 'scheduled' })).total).toBe(1);
    expect((await list({ type: 'tunes', state: 'ended' })).total).toBe(0);
    expect(await list({ page: 99 })).toMatchObject({ data: [], page: 99 });
  });
});

const writes = [
  'PATCH /v1/admin/settings',
  'POST /v1/admin/alerts',
  'PATCH /v1/admin/alerts/:id',
  'DELETE /v1/admin/alerts/:id',
  'POST /v1/admin/sales',
  'PATCH /v1/admin/sales/:id',
  'DELETE /v1/admin/sales/:id',
] as const;

test.each(writes)('%s is refused to visitors, users, dealers and every flag (C425 C336 C337 C338)', async (key) => {
  const attempt = (client: Client) =>
    client.call(key, { params: { id: 1 }, body: {}, readAt: new Date().toISOString() });
  expect((await attempt(server.anonymous)).status).toBe(401);
  expect((await attempt(await server.as({ role: 0 }))).status).toBe(403);
  expect((await attempt(await server.as({ role: 4 }))).status).toBe(403);
  const everyFlag = ['fzd', 't', 'ct', 'f', 'tsa', 'da', 'tcro', 'tcrw', 'tex', 'dsig', 'sig', 'tm'] as const;
  expect((await attempt(await server.as({ role: 0, flags: everyFlag }))).status).toBe(403);
});
