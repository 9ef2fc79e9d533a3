import { affiliateTermsVersion } from '@tuneport/domain/affiliates/terms';
import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import { midnightIn } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earn } from '../../../testing/money/earnings.ts';
import { formWith, smallPicture } from '../../../testing/partners.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, placed } from '../../../testing/shop.ts';

let server: TestServer;
let admin: Client;
let member: Client;
let id: number;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  const user = await server.make.user();
  member = await server.as({ id: user.id });
  id = (await server.make.affiliate({ members: [user.id] })).id;
});
afterAll(() => server.close());

test('staff list all affiliates and create one, members see their own, others none (C117 C118 C119)', async () => {
  const { id: user } = await server.make.user();
  const made = await admin.call('POST /v1/affiliates', { body: { name: 'Boost Club', user, share: '8' } });
  expect([made.status, made.body]).toMatchObject([201, { name: 'Boost Club', share_percent: '8.00', level: 0 }]);
  const all = (await admin.call('GET /v1/affiliates')).body;
  expect(all.data.map((one) => one.id)).toEqual(expect.arrayContaining([id, made.body.id]));
  const own = (await member.call('GET /v1/affiliates')).body;
  expect(own.data.map((one) => one.id)).toEqual([id]);
  expect((await member.call('GET /v1/affiliates/:id', { params: { id: made.body.id } })).status).toBe(404);
  expect((await member.call('POST /v1/affiliates', { body: { name: 'X', user, share: '8' } })).status).toBe(403);
  const wrong = await admin.call('POST /v1/affiliates', { body: { name: '', user: 999_999, share: '101' } });
  expect([wrong.status, Object.keys((wrong.body as unknown as { errors: object }).errors)]).toEqual([
    422,
    expect.arrayContaining(['name', 'share']),
  ]);
  expect((await admin.request('GET', '/api/v1/affiliates/abc')).status).toBe(404);
});

test('affiliate id in the path is numeric (S300)', async () => {
  for (const wrong of ['abc', '1e3', '0', '-1', '1.5', '99999999999'])
    expect((await member.request('GET', `/api/v1/affiliates/${wrong}`)).status, wrong).toBe(404);
});

test('settings are changed by members and refused when stale (C120)', async () => {
  const params = { id };
  const { body: before } = await member.call('GET /v1/affiliates/:id', { params });
  const change = { params, body: { website: 'https://club.example' }, readAt: before.updated_at };
  expect((await member.call('PATCH /v1/affiliates/:id', change)).body.website).toBe('https://club.example');
  expect((await member.call('PATCH /v1/affiliates/:id', change)).status).toBe(412);
  const wrong = { ...change, body: { website: 'javascript:alert(1)' } };
  expect((await member.call('PATCH /v1/affiliates/:id', wrong)).status).toBe(422);
});

test('codes are small, unique and end once (C128 C129 C130)', async () => {
  const params = { id };
  const create = (body: object, client = member) =>
    client.call('POST /v1/affiliates/:id/discount-codes', { params, body });
  const made = await create({ code: 'CLUB10', amount: '10' });
  expect([made.status, made.body]).toMatchObject([201, { code: 'CLUB10', running: true, uses: 0 }]);
  expect((await create({ code: 'club10', amount: '5' })).status).toBe(422);
  expect((await create({ code: 'HUGE', amount: '50' })).status).toBe(422);
  expect((await create({ code: 'x', amount: '5' })).status).toBe(422);
  const race = await Promise.all(Array.from({ length: 5 }, () => create({ code: 'RACE5', amount: '5' })));
  expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  const end = () =>
    member.call('DELETE /v1/affiliates/:id/discount-codes/:codeId', { params: { id, codeId: made.body.id } });
  expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
  const list = (await member.call('GET /v1/affiliates/:id/discount-codes', { params })).body;
  expect(list.find(({ code }) => code === 'CLUB10')).toMatchObject({ running: false });
});

test('members cannot use a code of their affiliate, nor one that staff made for it (C129)', async () => {
  const shop = await makeShop(server);
  const { slug } = await shop.sell(10);
  const [maker, colleague] = [await server.make.user(), await server.make.user()];
  const affiliate = await server.make.affiliate({ members: [maker.id, colleague.id] });
  const clients = { maker: await server.as(maker), colleague: await server.as(colleague) };
  const params = { id: affiliate.id };
  const create = (client: Client, code: string) =>
    client.call('POST /v1/affiliates/:id/discount-codes', { params, body: { code, amount: '10' } });
  expect((await create(clients.maker, 'MADEBYUS')).status).toBe(201);
  expect((await create(admin, 'MADEFORUS')).status).toBe(201);
  for (const code of ['MADEBYUS', 'MADEFORUS']) {
    const order = (client: Client) => placed(client, orderOf([{ slug, quantity: 1 }], { codes: [code] }));
    for (const [name, client] of Object.entries(clients))
      expect((await order(client)).body, `${code} used by the ${name}`).toMatchObject({
        errors: { codes: [expect.stringContaining(code)] },
      });
    expect((await order(server.anonymous)).body).toMatchObject({ discount: { amount: '10.00' } });
  }
});

test('entries show sale, clock, expected pay date and reversals, and totals add up (C121 C122 S005)', async () => {
  const affiliate = await server.make.affiliate({ members: [member.userId ?? 0] });
  const params = { id: affiliate.id };
  const owner = `affiliate:${affiliate.id}` as const;
  await earn(server.db, owner, 'purchase:900001', 1500n, new Date('2026-10-20T10:00:00Z'));
  await earn(server.db, owner, 'purchase:900002', 800n, new Date('2026-10-21T10:00:00Z'));
  await earn(server.db, owner, 'purchase:900002', -300n, new Date('2026-10-25T10:00:00Z'));
  const { data } = (await member.call('GET /v1/affiliates/:id/entries', { params })).body;
  expect(data).toMatchObject([
    {
      amount: { amount: '5.00', currency: 'CAD' },
      state: 'pending',
      available_at: '2026-11-20T10:00:00.000Z',
      // Midnight of the company, so that everybody there reads the first of the month.
      expected_at: midnightIn('2026-12-01', defaultSupportHours.timeZone).toISOString(),
      reversals: [{ at: '2026-10-25T10:00:00.000Z', amount: { amount: '-3.00', currency: 'CAD' } }],
    },
    { amount: { amount: '15.00', currency: 'CAD' }, reversals: [] },
  ]);
  const metrics = (await member.call('GET /v1/affiliates/:id/entry-metrics', { params })).body;
  expect(metrics.balances).toMatchObject([{ on_hold: { amount: '20.00' }, available: { amount: '0.00' } }]);
  const sums = { earned: { amount: '23.00' }, taken_back: { amount: '3.00' }, paid_out: { amount: '0.00' } };
  expect([metrics.totals, metrics.months]).toMatchObject([
    [{ currency: 'CAD', ...sums }],
    [{ month: '2026-10', ...sums }],
  ]);
  const query = { from: '2026-10-21', to: '2026-10-31' };
  const part = (await member.call('GET /v1/affiliates/:id/entry-metrics', { params, query })).body;
  expect(part.totals).toMatchObject([{ earned: { amount: '8.00' }, taken_back: { amount: '3.00' } }]);
});

test('level rises once its target is met, and not before (C134 C135)', async () => {
  const affiliate = await server.make.affiliate({ members: [member.userId ?? 0] });
  const params = { id: affiliate.id };
  const status = async () => (await member.call('GET /v1/affiliates/:id/targets/status', { params })).body;
  expect(await status()).toMatchObject({
    level: 0,
    can_ascend: false,
    next: { level: 1, needed: { amount: '500.00' } },
  });
  expect((await member.call('POST /v1/affiliates/:id/targets/ascend', { params })).status).toBe(409);
  await earn(server.db, `affiliate:${affiliate.id}`, 'order:910001', 60_000n, new Date(Date.now() - 1000));
  expect(await status()).toMatchObject({ can_ascend: true, reached: { amount: '600.00' } });
  const up = await Promise.all(
    Array.from({ length: 4 }, () => member.call('POST /v1/affiliates/:id/targets/ascend', { params })),
  );
  expect(up.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409]);
  expect(await status()).toMatchObject({ level: 1, share_percent: '7.50', can_ascend: false });
});

test('members, terms by version and branding kit are shown and stored (C136 C137 C138 C139)', async () => {
  const params = { id };
  expect((await member.call('GET /v1/affiliates/:id/members', { params })).body).toMatchObject([
    { user_id: member.userId },
  ]);
  const accept = (version: string, client = member) =>
    client.call('POST /v1/affiliates/:id/terms', { params, body: { version } });
  expect((await member.call('GET /v1/affiliates/:id', { params })).body.terms_due).toBe(affiliateTermsVersion);
  expect((await accept('1999-01')).status).toBe(422);
  expect([(await accept(affiliateTermsVersion)).status, (await accept(affiliateTermsVersion)).status]).toEqual([
    204, 204,
  ]);
  expect((await accept(affiliateTermsVersion, admin)).status).toBe(403);
  expect((await member.call('GET /v1/affiliates/:id', { params })).body.terms_due).toBeNull();
  expect((await member.call('GET /v1/affiliates/:id/terms', { params })).body[0]).toMatchObject({
    version: affiliateTermsVersion,
    accepted_at: expect.any(String),
  });

  await member.call('POST /v1/affiliates/:id/tracking-tags', { params, body: { tag: 'kit.tag' } });
  const put = (fields: Record<string, string>, bytes?: Buffer) =>
    member.request('PUT', `/api/v1/affiliates/${id}/branding`, {
      ...formWith(fields, bytes ? [{ field: 'logo', name: 'logo.png', bytes }] : []),
    });
  expect((await put({ colour: 'red' })).status).toBe(422);
  expect((await put({}, Buffer.from('<svg/>'))).status).toBe(422);
  expect((await put({ colour: '#FF6A2B' }, await smallPicture())).status).toBe(200);
  const kit = (await member.call('GET /v1/affiliates/:id/branding', { params })).body;
  expect(kit).toMatchObject({ colour: '#ff6a2b', logo: `/api/v1/affiliates/${id}/branding/logo` });
  expect(kit.links.map(({ url }) => url)).toContain('http://localhost:3000/tune/kit.tag');
  expect((await member.request('GET', kit.logo ?? '')).headers['content-type']).toBe('image/png');
  const headers = { 'accept-language': 'de' };
  const german = (await member.call('GET /v1/affiliates/:id/branding', { params, headers })).body;
  expect(german.banners.map(({ name }) => name)).toContain('Rechteck');
});

test('bank account is stored encrypted and shown by its end only', async () => {
  const params = { id };
  const body = { holder: 'Boost Club', account: 'de02 1203 0000 0000 2020 51', bic: 'BYLADEM1001', country_code: 'de' };
  const put = await member.call('PUT /v1/affiliates/:id/bank-account', { params, body });
  expect([put.status, put.body]).toEqual([200, { account_end: '2051' }]);
  const shown = await admin.call('GET /v1/affiliates/:id/bank-account', { params });
  expect(shown.body.account).toEqual({
    holder: 'Boost Club',
    account_end: '2051',
    bic: 'BYLADEM1001',
    country_code: 'DE',
  });
  const row = await server.db
    .selectFrom('partner_bank_accounts')
    .selectAll()
    .where('owner', '=', `affiliate:${id}`)
    .executeTakeFirstOrThrow();
  expect(row.sealed_account.toString('latin1')).not.toContain('2020');
  expect((await admin.call('PUT /v1/affiliates/:id/bank-account', { params, body })).status).toBe(403);
  await server.ageLogins(member.userId ?? 0);
  expect((await member.call('PUT /v1/affiliates/:id/bank-account', { params, body })).status).toBe(403);
});

test('feedback link opens with the right token only and is used once (C144 C145 S104)', async () => {
  const made = (await admin.call('POST /v1/admin/affiliates/:id/feedback-links', { params: { id } })).body;
  const check = (token: string) =>
    server.anonymous.call('GET /baol/:id/:token/feedback', { params: { id: made.id, token } });
  expect((await check('wrong')).status).toBe(404);
  expect((await check(made.token)).body.questions).toHaveLength(2);
  const give = (rating: number) =>
    server.anonymous.call('POST /baol/:id/:token/feedback', {
      params: { id: made.id, token: made.token },
      body: { rating, text: 'More banners.' },
    });
  expect((await give(6)).status).toBe(422);
  const guessed = { params: { id: made.id, token: 'wrong' }, body: { rating: 1, text: 'Not theirs.' } };
  expect((await server.anonymous.call('POST /baol/:id/:token/feedback', guessed)).status).toBe(404);
  const all = await Promise.all(Array.from({ length: 4 }, () => give(4)));
  expect(all.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
  expect((await check(made.token)).status).toBe(409);
  const list = (await admin.call('GET /v1/admin/affiliate-feedback')).body;
  expect(list.data[0]).toMatchObject({ affiliate: { id }, rating: 4, text: 'More banners.' });
});

test('dashboard totals orders, visits and earnings of each affiliate (C140)', async () => {
  const affiliate = await server.make.affiliate();
  await earn(server.db, `affiliate:${affiliate.id}`, 'order:920001', 1200n, new Date(Date.now() - 1000));
  const stats = (await admin.call('GET /affiliate-stats')).body;
  expect(stats.affiliates.find((one) => one.id === affiliate.id)).toMatchObject({
    orders: 1,
    earned: [{ amount: '12.00', currency: 'CAD' }],
  });
  expect((await member.call('GET /affiliate-stats')).status).toBe(403);
});

test('an affiliate that ends codes and makes new ones does not get more running ones', async () => {
  const user = await server.make.user();
  const other = await server.make.affiliate({ members: [user.id] });
  const client = await server.as({ id: user.id });
  // The oldest still run, behind as many ended ones as the list shows.
  await sql`insert into discount_codes (code, name, affiliate_id, type, amount, amount_type, share_percent, starts_at, ends_at, changed_by, created_at)
    select 'EVER' || n, 'Code', ${other.id}, 'site', '5', 'percent', '5', now() - interval '2 days',
      case when n > 50 then now() - interval '1 day' end, ${user.id}, now() - interval '2 days' from generate_series(1, 550) n`.execute(
    server.db,
  );
  const made = await client.call('POST /v1/affiliates/:id/discount-codes', {
    params: { id: other.id },
    body: { code: 'ONEMORE', amount: '5', amountType: 'percent' },
  });
  expect([made.status, made.body]).toMatchObject([422, { errors: { code: [expect.any(String)] } }]);
});
