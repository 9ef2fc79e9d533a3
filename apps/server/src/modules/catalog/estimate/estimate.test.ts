import { createHash } from 'node:crypto';
import { type Derivation, replay } from '@tuneport/domain/catalog/price-derivation';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type CatalogFactories, cachesRefreshed, catalogFactories, storeSetting } from '../../../testing/catalog.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { notifySubscribers } from '../subscribe.ts';

let server: TestServer;
let make: CatalogFactories;
let visitor: Client;

beforeAll(async () => {
  server = await testServer();
  make = catalogFactories(server.db);
  visitor = server.anonymous;
});
afterAll(() => server.close());

const estimate = (client: Client, body: object) => client.call('POST /v1/catalog/estimate', { body });

async function tunedCar() {
  const { engine, transmissions } = await make.vehicle({
    make: `House ${Math.random()}`,
    transmissions: ['6-speed DSG'],
  });
  const engineId = engine.id;
  const transmissionId = transmissions[0]?.id ?? 0;
  const port = await make.tool({ name: 'Port', fee: 5_000, isRentable: true });
  const bench = await make.tool({ name: 'Bench', fee: 10_000 });
  const dsgType = await make.tuneType({ name: 'DSG', isDsg: true });
  const stock = await make.tune({ name: 'Stock', isStock: true, engines: [engineId] });
  const stage1 = await make.tune({
    name: 'Stage 1',
    engines: [engineId],
    tools: [port.id, bench.id],
    price: { base: 60_000, addOn: 45_000, dealer: 40_000 },
  });
  const extra = await make.tune({
    name: 'E85 map',
    optional: true,
    engines: [engineId],
    tools: [port.id],
    requires: [stage1.id],
    price: { base: 30_000, addOn: 20_000 },
  });
  const dsg = await make.tune({
    name: 'DSG Stage 1',
    transmissions: [transmissionId],
    tools: [bench.id],
    types: [dsgType.id],
    price: { base: 50_000, addOn: 40_000 },
  });
  await cachesRefreshed(server);
  return { engineId, transmissionId, port, bench, stock, stage1, extra, dsg };
}

test('visitors with the same selection and another language do not share a response', async () => {
  const { engineId, stage1 } = await tunedCar();
  const body = { engine: engineId, tunes: [stage1.id] };
  const reasons = async (language: string) => {
    const headers = { 'accept-language': language };
    const reply = await visitor.call('POST /v1/catalog/estimate', { body, headers });
    expect(reply.status).toBe(200);
    return reply.body.tool_sets.flatMap((set) => set.reasons);
  };
  const [german, english] = [await reasons('de'), await reasons('en')];
  expect(english).not.toEqual(german);
  expect(await reasons('de')).toEqual(german);
});

describe('an estimate (C254)', () => {
  test('has lines with their derivation, a total and the smallest tool sets', async () => {
    const { engineId, transmissionId, bench, stage1, dsg } = await tunedCar();
    const { status, body } = await estimate(visitor, {
      engine: engineId,
      tunes: [stage1.id],
      transmission: transmissionId,
      transmission_tunes: [dsg.id],
      tools: [bench.id],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ currency: 'CAD', tool_problem: null });
    expect(body.tool_sets.map(({ tools }) => tools.map(({ id }) => id))).toEqual([[bench.id]]);
    expect(body.tool_sets[0]).toMatchObject({ rentable: false, reasons: ['Bench writes everything you selected.'] });
    expect(body.lines.map(({ label, base, amount }) => [label, base.amount, amount.amount])).toEqual([
      ['Stage 1', '600.00', '600.00'],
      ['DSG Stage 1', '500.00', '400.00'],
      ['Installation with Bench', '100.00', '100.00'],
    ]);
    expect(body).toMatchObject({
      subtotal: { amount: '1200.00' },
      discount: { amount: '100.00' },
      total: { amount: '1100.00' },
    });
    expect(body.lines[1]?.derivation.map(({ kind }) => kind)).toEqual(['list-price', 'add-on-price']);
    expect(body.discounts).toMatchObject([{ kind: 'add-on-price', amount: { amount: '100.00' } }]);
  });

  test('adds required tunes and marks them as required', async () => {
    const { engineId, stage1, extra } = await tunedCar();
    const { body } = await estimate(visitor, { engine: engineId, tunes: [extra.id] });
    expect(body.lines.filter(({ kind }) => kind === 'tune')).toMatchObject([
      { tune_id: extra.id, required: false },
      { tune_id: stage1.id, required: true },
    ]);
  });

  test('is stored with a derivation that replays to the same total, and equal selections have equal hashes', async () => {
    const { engineId, stage1 } = await tunedCar();
    const body = { engine: engineId, tunes: [stage1.id] };
    const first = await estimate(visitor, body);
    const second = await estimate(visitor, body);
    expect(second.body.hash).toBe(first.body.hash);
    const row = await server.db
      .selectFrom('catalog_estimates')
      .selectAll()
      .where('hash', '=', first.body.hash)
      .executeTakeFirstOrThrow();
    const { price } = row.derivation as { price: Derivation };
    expect(replay(price)).toMatchObject({ kind: 'same', total: row.total_minor });
    expect(row).toMatchObject({ total_minor: 60_000n, currency: 'CAD', user_id: null });
  });

  test('is shared by anonymous visitors with the same selection until the catalogue changes', async () => {
    const { engineId, stage1 } = await tunedCar();
    const ask = async () => (await estimate(visitor, { engine: engineId, tunes: [stage1.id] })).body;
    const first = await ask();
    expect(await ask()).toMatchObject({ hash: first.hash, total: first.total });
    await server.db.updateTable('tunes').set({ name: 'Stage One' }).where('id', '=', stage1.id).execute();
    await bumpArea(server.db, 'catalog');
    await cachesRefreshed(server);
    expect((await ask()).lines[0]).toMatchObject({ tune_id: stage1.id, label: 'Stage One' });
  });

  test('applies a running sale automatically and a code when entered', async () => {
    const { engineId, stage1 } = await tunedCar();
    const body = { engine: engineId, tunes: [stage1.id] };
    const sale = { starts_at: new Date(Date.now() - 1000), ends_at: new Date(Date.now() + 3_600_000) };
    const { id } = await server.db
      .insertInto('sales')
      .values({ name: 'Spring', type: 'tunes', amount: '10', amount_type: 'percent', ...sale })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('sales')
      .values({ name: 'Friends', type: 'site', amount: '50', amount_type: 'dollar', code: 'FRIEND', ...sale })
      .execute();
    await storeSetting(server, 'tickets_nav_f', true);
    expect((await estimate(visitor, body)).body.lines[0]?.amount.amount).toBe('540.00');
    const coded = await estimate(visitor, { ...body, codes: ['friend', 'nope'] });
    expect(coded.body.lines[0]?.amount.amount).toBe('490.00');
    expect(coded.body.codes).toEqual([
      { code: 'FRIEND', applied: true, reason: null },
      { code: 'nope', applied: false, reason: 'This code is invalid or has expired.' },
    ]);
    const sum = coded.body.discounts.reduce((total, { amount }) => total + Number(amount.amount), 0);
    expect(sum).toBe(Number(coded.body.discount.amount));
    await server.db.deleteFrom('sales').where('id', '>=', id).execute();
    await storeSetting(server, 'tickets_nav_f', false);
  });

  test('prefers tools that the dealer owns and marks them', async () => {
    const { engineId, port, bench, stage1 } = await tunedCar();
    const { id } = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [id] });
    const client = await server.as({ id });
    const body = { engine: engineId, tunes: [stage1.id] };
    const firstSet = async () => (await estimate(client, body)).body.tool_sets[0];
    expect(await firstSet()).toMatchObject({ tools: [{ id: port.id }] });
    await server.db
      .insertInto('dealer_tools')
      .values({ dealer_id: dealer.id, tool_id: bench.id, install_fee_minor: 0n })
      .execute();
    expect(await firstSet()).toMatchObject({
      tools: [{ id: bench.id }],
      reasons: ['Bench writes everything you selected.', 'You already own it.'],
    });
  });

  test('lists every smallest tool set, the lowest install fee first', async () => {
    const { engineId } = await tunedCar();
    const fees = [900, 100, 700, 300, 500, 800, 200, 600];
    const tools = [];
    for (const fee of fees) tools.push(await make.tool({ fee: fee * 100, isRentable: fee > 500 }));
    const tune = await make.tune({ optional: true, engines: [engineId], tools: tools.map(({ id }) => id) });
    await cachesRefreshed(server);
    const { body } = await estimate(visitor, { engine: engineId, tunes: [tune.id] });
    expect(body.tool_sets.map((set) => Number(set.install_fee.amount))).toEqual([
      100, 200, 300, 500, 600, 700, 800, 900,
    ]);
    expect(body.tool_set_count).toBe(8);
    const [cheapest] = body.tool_sets;
    const picked = await estimate(visitor, {
      engine: engineId,
      tunes: [tune.id],
      tools: cheapest?.tools.map(({ id }) => id),
    });
    expect(picked.body.lines.at(-1)).toMatchObject({ kind: 'fee', amount: { amount: '100.00' } });
  });

  test('has no install fee until installation tools are chosen', async () => {
    const { engineId, bench, port, stage1 } = await tunedCar();
    const mailIn = await make.tool({ name: 'Mail-in', fee: 0, isInhouse: true });
    await server.db.insertInto('tune_tools').values({ tune_id: stage1.id, tool_id: mailIn.id }).execute();
    await make.changed();
    await cachesRefreshed(server);
    const input = { engine: engineId, tunes: [stage1.id] };
    const totalsWith = async (more: object) => {
      const { body } = await estimate(visitor, { ...input, ...more });
      return { total: body.total.amount, tools: body.chosen_tool_ids, sets: body.tool_sets.length };
    };
    // Even the mail-in service, which is free here, is not selected automatically.
    expect(await totalsWith({})).toEqual({ total: '600.00', tools: [], sets: 3 });
    expect(await totalsWith({ tools: [mailIn.id] })).toEqual({ total: '600.00', tools: [mailIn.id], sets: 3 });
    expect(await totalsWith({ tools: [bench.id] })).toMatchObject({ total: '700.00', tools: [bench.id] });
    expect(await totalsWith({ own_tools: [bench.id] })).toMatchObject({ total: '600.00', tools: [bench.id] });
    expect(await totalsWith({ own_tools: [bench.id], tools: [port.id] })).toMatchObject({
      total: '650.00',
      tools: [port.id],
    });
    expect(await totalsWith({ own_tools: [bench.id], tools: [bench.id] })).toMatchObject({ total: '600.00' });
  });

  test('does not count in-house tools, unknown tools or installer tools as owned', async () => {
    const { engineId, bench, stage1 } = await tunedCar();
    const mailIn = await make.tool({ name: 'Mail-in', fee: 12_900, isInhouse: true });
    await server.db.insertInto('tune_tools').values({ tune_id: stage1.id, tool_id: mailIn.id }).execute();
    await make.changed();
    const dealer = await server.make.dealer({});
    await server.db
      .insertInto('dealer_tools')
      .values({ dealer_id: dealer.id, tool_id: bench.id, install_fee_minor: 7_000n })
      .execute();
    await cachesRefreshed(server);
    const input = { engine: engineId, tunes: [stage1.id] };
    const own = await estimate(visitor, { ...input, own_tools: [mailIn.id, 424_242] });
    expect(own.body).toMatchObject({ total: { amount: '600.00' }, chosen_tool_ids: [] });
    const sent = await estimate(visitor, { ...input, own_tools: [mailIn.id], tools: [mailIn.id] });
    expect(sent.body.total.amount).toBe('729.00');
    const installed = await estimate(visitor, { ...input, own_tools: [bench.id], installer: dealer.slug });
    expect(installed.body.total.amount).toBe('670.00');
  });

  test('has no install fee for a tool the dealer owns, even when the dealer is the installer', async () => {
    const { engineId, bench, stage1 } = await tunedCar();
    const { id } = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [id] });
    const client = await server.as({ id });
    await server.db
      .insertInto('dealer_tools')
      .values({ dealer_id: dealer.id, tool_id: bench.id, install_fee_minor: 7_000n })
      .execute();
    const body = { engine: engineId, tunes: [stage1.id], dealer: dealer.slug };
    for (const input of [body, { ...body, installer: dealer.slug }]) {
      const made = await estimate(client, input);
      expect(made.body.lines.map(({ kind }) => kind)).toEqual(['tune']);
      expect(made.body.tool_sets[0]).toMatchObject({ tools: [{ id: bench.id }], install_fee: { amount: '0.00' } });
    }
    const stranger = await estimate(visitor, { engine: engineId, tunes: [stage1.id], installer: dealer.slug });
    expect(stranger.body.lines.at(-1)).toMatchObject({ kind: 'fee', amount: { amount: '70.00' } });
  });

  test('has no tools and no install fee for tunes a dealer gets as tune credits', async () => {
    const { engineId, port } = await tunedCar();
    const build = await make.tune({
      name: 'Build',
      engines: [engineId],
      tools: [port.id],
      price: { base: 90_000 },
      splitCredits: { ecu: 2, tcu: 0, awd: 0 },
    });
    await cachesRefreshed(server);
    const { id } = await server.make.user({ role: 4 });
    await server.make.dealer({ managers: [id] });
    const input = { engine: engineId, tunes: [build.id] };
    for (const tools of [[], [port.id]]) {
      const { status, body } = await estimate(await server.as({ id }), { ...input, tools });
      expect([status, body.lines.map(({ kind }) => kind), body.tool_sets, body.tool_problem]).toEqual([
        200,
        ['tune'],
        [],
        null,
      ]);
    }
    expect((await estimate(visitor, { ...input, tools: [port.id] })).body.lines.map(({ kind }) => kind)).toEqual([
      'tune',
      'fee',
    ]);
  });

  test('depends on the actor: a dealer pays the dealer price and gets split credits, only for their own dealer', async () => {
    const { engineId, stage1 } = await tunedCar();
    await server.db
      .updateTable('tunes')
      .set({ give_split_credits: true, split_ecu_credit_amt: 2, split_tcu_credit_amt: 1 })
      .where('id', '=', stage1.id)
      .execute();
    await make.changed();
    await cachesRefreshed(server);
    const { id } = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [id] });
    const stranger = await server.make.dealer({});
    const client = await server.as({ id });
    const body = { engine: engineId, tunes: [stage1.id] };
    const own = await estimate(client, { ...body, dealer: dealer.slug });
    expect(own.body.lines[0]?.amount.amount).toBe('400.00');
    expect(own.body.credits).toEqual({ ecu: 2, tcu: 1, awd: 0 });
    const foreign = await estimate(client, { ...body, dealer: stranger.slug });
    expect(foreign).toMatchObject({
      status: 422,
      body: { errors: { dealer: ['You are not a member of this dealer.'] } },
    });
    expect((await estimate(visitor, { ...body, dealer: dealer.slug })).status).toBe(422);
  });

  test('reports all errors of a selection at once', async () => {
    const { engineId, stage1, dsg, stock } = await tunedCar();
    expect((await estimate(visitor, {})).body).toMatchObject({ errors: { tunes: ['Choose at least one tune.'] } });
    expect((await estimate(visitor, { engine: engineId, tunes: [stock.id] })).status).toBe(422);
    expect((await estimate(visitor, { engine: engineId, tunes: [dsg.id] })).body).toMatchObject({
      errors: { tunes: [`Tune ${dsg.id} is not for this engine.`] },
    });
    expect((await estimate(visitor, { engine: 424242, tunes: [stage1.id] })).body).toMatchObject({
      errors: { engine: ['This engine is no longer in the catalogue.'] },
    });
    expect((await estimate(visitor, { tunes: [stage1.id] })).status).toBe(422);
    expect(
      (await estimate(visitor, { engine: engineId, tunes: Array.from({ length: 61 }, (_, n) => n + 1) })).status,
    ).toBe(422);
    const free = await make.tune({ name: 'Unpriced', engines: [engineId], price: null });
    await cachesRefreshed(server);
    expect((await estimate(visitor, { engine: engineId, tunes: [free.id] })).body).toMatchObject({
      errors: { tunes: ['Unpriced has no price yet. Contact us for a quote.'] },
    });
  });

  test('uses the tools the actor picked when they suffice, and refuses them otherwise', async () => {
    const { engineId, stage1, port, bench, extra } = await tunedCar();
    const picked = await estimate(visitor, { engine: engineId, tunes: [stage1.id], tools: [bench.id] });
    expect(picked.body.lines.at(-1)).toMatchObject({ tool_id: bench.id, amount: { amount: '100.00' } });
    const best = await estimate(visitor, { engine: engineId, tunes: [stage1.id] });
    expect(best.body.lines.map(({ tool_id }) => tool_id)).toEqual([null]);
    expect(best.body.tool_sets[0]?.tools).toMatchObject([{ id: port.id }]);
    expect(best.body.tool_sets[0]).toMatchObject({ rentable: true });
    expect((await estimate(visitor, { engine: engineId, tunes: [extra.id], tools: [bench.id] })).body).toMatchObject({
      errors: { tools: ['These tools cannot write all of the selected tunes.'] },
    });
  });

  test('continues without tools when a tune has none or restrictions leave none, with a log entry and an explanation (S407 S408)', async () => {
    const logged = vi.spyOn(server.platform.log, 'warn');
    const { engineId, stage1 } = await tunedCar();
    const bare = await make.tune({ name: 'Bare', engines: [engineId] });
    await cachesRefreshed(server);
    const missing = await estimate(visitor, { engine: engineId, tunes: [bare.id] });
    expect(missing.body).toMatchObject({
      tool_sets: [],
      tool_problem: { text: 'Tune is missing tools', tune_ids: [bare.id], explanation: 'No tool writes Bare yet.' },
    });
    expect(logged.mock.calls.map(([, text]) => text)).toEqual(['Tune is missing tools']);
    const strange = await make.tool({ name: 'Strange' });
    await server.db
      .insertInto('engine_tool_restrictions')
      .values({ engine_id: engineId, tool_id: strange.id })
      .execute();
    await make.changed();
    await cachesRefreshed(server);
    const stuck = await estimate(visitor, { engine: engineId, tunes: [stage1.id] });
    expect(stuck.body).toMatchObject({
      tool_sets: [],
      lines: [{ label: 'Stage 1' }],
      tool_problem: { text: 'Set of tunes is unsolvable', tune_ids: [stage1.id] },
    });
    expect(logged.mock.calls.map(([, text]) => text)).toEqual(['Tune is missing tools', 'Set of tunes is unsolvable']);
    logged.mockRestore();
    expect(stuck.body.tool_problem?.explanation).toContain('Port or Bench');
    expect(stuck.body.tool_problem?.suggestion).toBeTruthy();
  });

  test('uses a store currency: converted at the stored rate, else the first one', async () => {
    const { engineId, port, stage1 } = await tunedCar();
    const body = { engine: engineId, tunes: [stage1.id], tools: [port.id] };
    expect((await estimate(visitor, { ...body, currency: 'USD' })).body.currency).toBe('CAD');
    await storeSetting(server, 'currencies', ['CAD', 'USD']);
    await storeSetting(server, 'conversion_rates', {
      base: 'CAD',
      rates: [{ currency: 'USD', rate: '0.75', as_of: '2026-01-01' }],
    });
    const usd = await estimate(visitor, { ...body, currency: 'USD' });
    expect(usd.body).toMatchObject({
      currency: 'USD',
      lines: [{ amount: { amount: '450.00', currency: 'USD' } }, { amount: { amount: '37.50' } }],
    });
  });
});

test('fees in two currencies are ranked by value, not by their numbers (C254)', async () => {
  const { engineId, port, bench, stage1 } = await tunedCar();
  await storeSetting(server, 'conversion_rates', {
    base: 'CAD',
    rates: [{ currency: 'JPY', rate: '110', as_of: '2026-01-01' }],
  });
  const firstTool = async () =>
    (await estimate(visitor, { engine: engineId, tunes: [stage1.id] })).body.tool_sets[0]?.tools[0]?.id;
  const fees = [
    { amount: 4_900n, currency: 'CAD', first: bench.id },
    { amount: 5_390n, currency: 'JPY', first: bench.id },
    { amount: 5_610n, currency: 'JPY', first: port.id },
  ];
  for (const { amount, currency, first } of fees) {
    const fee = { install_fee_minor: amount, currency, is_rentable: true };
    await server.db.updateTable('tools').set(fee).where('id', '=', bench.id).execute();
    await bumpArea(server.db, 'catalog');
    await cachesRefreshed(server);
    expect(await firstTool(), `${amount} ${currency}`).toBe(first);
  }
});

describe('tune availability subscription (C267)', () => {
  test('stores an address with its vehicle, mails it once when the first tune arrives, and deletes it by its link (S365)', async () => {
    const { engine } = await make.vehicle({ make: 'Waiting', model: 'Electric', engine: 'Electric' });
    const input = { email: ' Who@Example.test ', engine: engine.id, vehicle: '2015 Waiting Electric' };
    expect((await visitor.call('POST /ecu/notify', { body: input })).status).toBe(204);
    expect((await visitor.call('POST /ecu/notify', { body: input })).status).toBe(204);
    const rows = () =>
      server.db.selectFrom('catalog_subscriptions').selectAll().where('engine_id', '=', engine.id).execute();
    expect(await rows()).toMatchObject([{ email: 'who@example.test', notified_at: null }]);

    const tell = () =>
      server.db.transaction().execute((tx) => notifySubscribers(tx, 'https://example.test', [engine.id], new Date()));
    expect(await tell()).toBe(0);
    await make.tune({ name: 'First', engines: [engine.id] });
    expect(await tell()).toBe(1);
    expect(await tell()).toBe(0);
    const mail = unmask(
      await server.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'first-tune').executeTakeFirstOrThrow(),
    );
    expect(mail).toMatchObject({
      to_address: 'who@example.test',
      subject: 'First tune available: Electric',
    });
    const url = new URL(mail.unsubscribe_url ?? '');
    const token = url.pathname.split('/').at(-1) ?? '';
    expect((await rows())[0]?.token_sha256).toEqual(createHash('sha256').update(token).digest());
    expect(url.origin).toBe('https://example.test');
    expect(mail.text_body).toContain(url.href);

    // Link checkers, previews and people may open the link; a GET changes nothing.
    const page = await visitor.request('GET', url.pathname);
    expect(page).toMatchObject({ status: 200, headers: { 'referrer-policy': 'no-referrer' } });
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(page.body).toContain('<form method="post">');
    expect(await rows()).toHaveLength(1);

    // Sent as a mail client does: a form without cookies or Origin.
    const unsubscribe = (path: string, headers: Record<string, string>, payload: string) =>
      server.app.inject({ method: 'POST', url: path, headers, payload });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const wrong = await unsubscribe(url.pathname.replace(token, 'a'.repeat(32)), form, 'List-Unsubscribe=One-Click');
    expect(await rows()).toHaveLength(1);
    const done = await unsubscribe(url.pathname, form, 'List-Unsubscribe=One-Click');
    expect([done.statusCode, done.headers['x-whoami'], done.headers['set-cookie']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(await rows()).toEqual([]);
    // A wrong token gets the same response.
    expect([wrong.statusCode, wrong.body]).toEqual([done.statusCode, done.body]);
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const parts = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await unsubscribe(url.pathname, multipart, parts)).statusCode).toBe(200);
  });

  test('refuses an invalid address, an unknown engine and a vehicle that has tunes', async () => {
    const { engineId } = await tunedCar();
    const ask = (body: object) => visitor.call('POST /ecu/notify', { body });
    expect(await ask({ email: 'nobody', engine: engineId })).toMatchObject({
      status: 422,
      body: { errors: { email: [expect.any(String)] } },
    });
    expect((await ask({ email: 'a@example.test', engine: 424242 })).status).toBe(404);
    expect((await ask({ email: 'a@example.test', engine: engineId })).body).toMatchObject({
      errors: { engine: ['Tunes are already available for this vehicle.'] },
    });
  });
});

test('a list costs one query, a full record one plus four for the first of a catalogue, a page of tunes two', async () => {
  const { engineId, transmissionId } = await tunedCar();
  await make.vehicle({ make: 'Counted', model: 'Car', transmissions: ['6-speed DSG'] });
  await cachesRefreshed(server);
  const statements = async (path: string, client = visitor) => {
    const texts = await statementsOf(async () => {
      const { status } = await client.request('GET', `/api${path}`);
      expect(status, path).toBe(200);
    });
    return texts.length;
  };
  await statements('/v1/catalog/tunes?page=2');
  expect(await statements('/v1/catalog/makes?1')).toBe(1);
  expect(await statements('/v1/catalog/makes/counted/years')).toBe(1);
  expect(await statements('/v1/catalog/makes/counted/years/2015/models')).toBe(1);
  expect(await statements('/v1/catalog/makes/counted/years/2015/models/car/engines')).toBe(1);
  expect(await statements('/v1/catalog/vehicle?make=counted&year=2015&model=car&engine=2.0l-4-cyl-turbo')).toBe(1);
  expect(await statements(`/v1/catalog/engines/${engineId}/transmissions`)).toBe(1);
  expect(await statements(`/v1/catalog/engines/${engineId}`)).toBe(5);
  expect(await statements(`/v1/catalog/engines/${engineId}`)).toBe(0);
  expect(await statements(`/v1/catalog/engines/${engineId}?currency=EUR`)).toBe(0);
  expect(await statements(`/v1/catalog/transmissions/${transmissionId}`)).toBe(1);
  expect(await statements('/v1/catalog/tunes')).toBe(2);
  // Two for the search, one for its rate limit and one for its statement timeout.
  expect(await statements('/v1/catalog/search?q=counted%20car')).toBe(4);
});
