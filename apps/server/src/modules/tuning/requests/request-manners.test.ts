import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { storeSetting } from '../../../testing/catalog.ts';
import { accountDealer, estimated, payCard, proveBooks } from '../../../testing/money/purchases.ts';
import type { Client } from '../../../testing/server.ts';
import {
  flashImage,
  mailsAbout,
  matchedRequest,
  payRequest,
  platformTuner,
  queuedRequest,
  sendFile,
  sendTune,
  showRequest as show,
  takeRequestStep as step,
  tuned,
  tunerOf,
} from '../../../testing/tuning.ts';
import { paymentOfSubject, settleDispute } from '../../payments/index.ts';
import { refundCancelledJob } from './money/refund-cancelled.ts';
import { maintainRequests } from './request-timeouts.ts';

const { server, shop, admin, customer, tuner, colleague } = await platformTuner();
afterAll(() => server.close());

const textsOf = (kind: string, id: number) => mailsAbout(server, kind, id);
const addressOf = async ({ userId }: Client) =>
  (
    await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId ?? 0)
      .executeTakeFirstOrThrow()
  ).email;

async function delivered() {
  const request = await queuedRequest(customer, shop);
  await step(tuner, request.id, 'claim');
  const made = await sendFile(tuner, request.id, 'result', { name: 'tuned.bin', bytes: tuned(request.bytes) });
  await step(colleague, request.id, 'approve');
  return { ...request, path: `/api/v1/tune-requests/${request.id}/files/${made.body.id}` };
}

test('the mail about a delivered file and its page are in the language of the customer', async () => {
  const setLanguage = (language: 'de' | null) =>
    server.db
      .updateTable('users')
      .set({ language })
      .where('id', '=', customer.userId ?? 0)
      .execute();
  await setLanguage('de');
  const { id } = await delivered();
  await setLanguage(null);
  const [mail] = await textsOf('tune-request-delivered', id);
  expect(mail?.text_body).toContain('unterscheiden sich vom Original');
  expect(mail?.text_body).not.toMatch(/of the file|same/);
  const { body } = await customer.call('GET /v1/tune-requests/:id', {
    params: { id },
    headers: { 'accept-language': 'fr' },
  });
  expect(JSON.stringify(body)).toContain('octets diffèrent de l’original');
});

test('a request cannot be assigned to a dealer, a tuner of another queue or its own customer (C243)', async () => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 0n });
  const { id } = await queuedRequest(member, shop);
  const give = (to: Client) =>
    admin.call('POST /v1/admin/tune-requests/:id/assign', { params: { id }, body: { tuner: to.userId } });
  const far = await tunerOf(server, (await server.make.tuner()).id);
  const ours = await tunerOf(server, shop.tuner.id);
  await server.db
    .insertInto('dealer_members')
    .values({ dealer_id: dealer.id, user_id: ours.userId ?? 0, kind: 'member' })
    .execute();
  const other = (await accountDealer(server, { limitMinor: 0n })).member;
  for (const outsider of [member, other, far, ours, await server.as({ flags: ['t'] })])
    expect(await give(outsider)).toMatchObject({ status: 422, body: { errors: { tuner: [expect.any(String)] } } });
  expect((await show(admin, id)).state).toBe('queued');
  expect((await give(tuner)).body).toMatchObject({ state: 'in_progress' });
});

test('customer-only endpoints respond 404 to a tuner, and downloads by tuners are not counted (C217 C226 C227 C232)', async () => {
  const { id, path } = await delivered();
  for (const [key, body] of [
    ['POST /v1/tune-requests/:id/token', undefined],
    ['POST /v1/tune-requests/:id/link-purchase', { purchase_id: 1 }],
    ['GET /v1/tune-requests/:id/dealers', undefined],
    ['DELETE /v1/tune-requests/:id', undefined],
  ] as const)
    expect((await tuner.call(key, { params: { id }, body })).status, key).toBe(404);
  expect((await tuner.request('GET', path)).status).toBe(200);
  expect((await show(customer, id)).downloaded_at).toBeNull();
});

test('only the first download is recorded (C230)', async () => {
  const { id, path } = await delivered();
  await Promise.all([1, 2, 3].map(() => customer.request('GET', path)));
  await customer.request('GET', path);
  const { history, downloaded_at } = await show(customer, id);
  expect(history.filter(({ event }) => event === 'download')).toHaveLength(1);
  expect(downloaded_at).not.toBeNull();
});

test('staff can link only a purchase of the customer of the request (C232)', async () => {
  const other = await server.as({});
  const bought = (await payCard(other, await estimated(other, shop.selection))).body.purchase.id;
  const { id } = await matchedRequest(customer, shop.engine.id);
  const link = { params: { id }, body: { purchase_id: bought } };
  expect(await admin.call('POST /v1/tune-requests/:id/link-purchase', link)).toMatchObject({
    status: 422,
    body: { errors: { purchase_id: [expect.stringContaining('a different customer')] } },
  });
  expect((await show(customer, id)).state).toBe('matched');
  const theirs = await matchedRequest(other, shop.engine.id);
  const unlinked = { unlinked: true, customer: other.userId ?? 0 };
  const list = await admin.call('GET /catalog-purchases', { query: unlinked });
  expect(list.body.data.map((one) => one.id)).toEqual([bought]);
  for (const outsider of [customer, tuner])
    expect((await outsider.call('GET /catalog-purchases', { query: unlinked })).status).toBe(403);
  const right = { params: theirs.params, body: { purchase_id: bought } };
  expect((await admin.call('POST /v1/tune-requests/:id/link-purchase', right)).body).toMatchObject({ state: 'queued' });
  await proveBooks(server);
});

test('an added file counts as an answer: the work resumes and its assignee is notified (C229)', async () => {
  const { id } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  await step(tuner, id, 'ask', 'Please send a second read.');
  expect((await sendFile(tuner, id, 'supplement', { name: 'note.bin', bytes: flashImage() })).status).toBe(201);
  expect((await show(customer, id)).state).toBe('waiting_customer');
  expect((await sendFile(customer, id, 'supplement', { name: 'again.bin', bytes: flashImage() })).status).toBe(201);
  expect((await show(customer, id)).state).toBe('in_progress');
  const texts = await textsOf('tune-request-work', id);
  expect(texts).toMatchObject([{ to_address: await addressOf(tuner), text_body: expect.stringContaining('replied') }]);
});

test('a file added while the vehicle is unknown is identified like the first one (C229)', async () => {
  const blank = Buffer.alloc(65_536, 0xff);
  const { body } = await sendTune(customer, { name: 'blank.bin', bytes: blank });
  expect(body.state).toBe('needs_information');
  const tune = await shop.make.tune({ name: 'Box tune', engines: [shop.engine.id], price: { base: 10_000 } });
  await server.db.updateTable('tunes').set({ part_number: '4B0 906 018' }).where('id', '=', tune.id).execute();
  await sendFile(customer, body.id, 'supplement', { name: 'whole.bin', bytes: flashImage() });
  await server.db.updateTable('tunes').set({ part_number: '' }).where('id', '=', tune.id).execute();
  expect(await show(customer, body.id)).toMatchObject({ state: 'matched', engine_id: shop.engine.id });
});

test('a message or a price check by the customer restarts the thirty-day timeout', async () => {
  const { id } = await matchedRequest(customer, shop.engine.id);
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  await server.db
    .updateTable('tune_requests')
    .set({ state_at: longAgo, updated_at: longAgo })
    .where('id', '=', id)
    .execute();
  await customer.call('POST /v1/tune-requests/:id/support', { params: { id }, body: { message: 'I am still here.' } });
  await maintainRequests(server.platform, new Date());
  expect((await show(customer, id)).state).toBe('matched');
  await maintainRequests(server.platform, new Date(Date.now() + 31 * 86_400_000));
  expect((await show(customer, id)).state).toBe('expired');
});

test('a request cancelled by staff mails the reason and the refund', async () => {
  const { id } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  await step(admin, id, 'cancel-work', 'This box cannot be read by our tools.');
  const [{ text_body = '' } = {}] = await textsOf('tune-request-ended', id);
  expect(text_body).toContain(
    'We had to cancel your request. Your payment will be refunded to the original payment method.',
  );
  expect(text_body).toContain('This box cannot be read by our tools.');
});

test('immobiliser work is refused while it is hidden (S078 C213)', async () => {
  await storeSetting(server, 'www_immo_off', true);
  expect((await sendTune(customer, undefined, { purpose: 'immo' })).status).toBe(404);
  await storeSetting(server, 'www_immo_off', false);
  expect((await sendTune(customer, undefined, { purpose: 'immo' })).status).toBe(201);
});

test('a recalled file is remade free of charge by tuner or staff, never by the customer', async () => {
  const { id, bytes, purchaseId } = await delivered();
  await step(admin, id, 'recall', 'A map was wrong.');
  const [{ text_body = '' } = {}] = await textsOf('tune-request-ended', id);
  expect(text_body).toContain('free of charge');
  expect((await step(customer, id, 'remake')).body).toMatchObject({ code: 'invalid_transition' });
  expect((await step(tuner, id, 'remake')).body).toMatchObject({ state: 'queued', promised_at: expect.any(String) });
  expect((await step(customer, id, 'cancel')).status).toBe(409);
  await step(tuner, id, 'claim');
  await sendFile(tuner, id, 'result', { name: 'tuned-2.bin', bytes: tuned(bytes, 6000) });
  expect((await step(colleague, id, 'approve')).body).toMatchObject({ state: 'delivered', money: 'paid' });
  expect((await show(customer, id)).files.filter(({ kind }) => kind === 'result')).toHaveLength(1);
  const payments = await server.db
    .selectFrom('payments')
    .select('id')
    .where('subject', '=', `purchase:${purchaseId}`)
    .execute();
  expect(payments).toHaveLength(1);
  await proveBooks(server);
});

/** Another customer with the same file, delivered right after payment. */
async function copyOf(bytes: Buffer, wishes = '') {
  const client = await server.as({});
  const { id, params } = await matchedRequest(client, shop.engine.id, bytes);
  if (wishes !== '') await client.call('POST /v1/tune-requests/:id/custom-tuning', { params, body: { wishes } });
  const body = { tune_ids: [shop.tune.id] };
  const { hash } = (await client.call('POST /v1/tune-requests/:id/estimate', { params, body })).body;
  await payRequest(client, id, hash);
  const { state, files } = await show(client, id);
  const result = files.find(({ kind }) => kind === 'result')?.id;
  return { id, client, state, path: `/api/v1/tune-requests/${id}/files/${result}` };
}

test('a recall applies to every request that received the same file, and each recipient is notified once', async () => {
  const first = await delivered();
  const [copy, closed, changing] = [await copyOf(first.bytes), await copyOf(first.bytes), await copyOf(first.bytes)];
  expect([copy.state, closed.state, changing.state]).toEqual(Array(3).fill('delivered'));
  await server.db.updateTable('tune_requests').set({ state: 'closed' }).where('id', '=', closed.id).execute();
  await step(changing.client, changing.id, 'ask-revision', 'Idle is rough.');
  const apart = await delivered();
  expect((await step(admin, copy.id, 'recall', 'A map was wrong.')).status).toBe(200);
  for (const { id, client, path } of [{ ...first, client: customer }, copy, closed]) {
    expect(await show(client, id)).toMatchObject({ state: 'recalled', money: 'paid' });
    expect((await client.request('GET', path)).status).toBe(404);
    expect(await textsOf('tune-request-ended', id)).toMatchObject([
      { to_address: await addressOf(client), text_body: expect.stringContaining('A map was wrong.') },
    ]);
  }
  // The revision continues without the withdrawn file.
  expect((await show(changing.client, changing.id)).state).toBe('revision_requested');
  expect((await changing.client.request('GET', changing.path)).status).toBe(404);
  expect(await textsOf('tune-request-ended', changing.id)).toHaveLength(1);
  expect((await show(customer, apart.id)).state).toBe('delivered');
  // Later owners of the car, or holders of just the file, see it too.
  for (const [{ id }, withdrawn] of [
    [copy, true],
    [apart, false],
  ] as const) {
    const { receipt } = await show(id === copy.id ? copy.client : customer, id);
    const proof = JSON.parse(receipt ?? '') as { delivered: { sha256: string } };
    const byReceipt = await server.anonymous.call('POST /v1/receipts/verify', { body: { receipt: proof } });
    expect(byReceipt.body).toMatchObject({ valid: true, withdrawn });
    const hash = proof.delivered.sha256;
    const byFile = await server.anonymous.call('GET /v1/receipts/files/:hash', { params: { hash } });
    expect(byFile.body).toMatchObject({ role: 'delivered', withdrawn });
    for (const { message } of [byReceipt.body, byFile.body]) expect(message.includes('withdrawn')).toBe(withdrawn);
  }
  expect((await copyOf(first.bytes)).state, 'nobody gets it any more').toBe('queued');
  await proveBooks(server);
});

test('a copy of a file recalled at the same moment is not delivered', async () => {
  const first = await delivered();
  const params = { id: first.id };
  const paying = await server.db.transaction().execute(async (tx) => {
    // Simulates an uncommitted withdrawal.
    await tx.updateTable('tune_requests').set({ state: 'recalled' }).where('id', '=', first.id).execute();
    const copy = copyOf(first.bytes);
    const waits = sql<{ waits: boolean }>`select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for share of q%') as waits`;
    await vi.waitFor(async () => expect((await waits.execute(server.db)).rows[0]?.waits).toBe(true), 10_000);
    return { copy };
  });
  expect((await paying.copy).state).toBe('queued');
  expect((await customer.call('GET /v1/tune-requests/:id', { params })).body.state).toBe('recalled');
});

test('a purchase moved to another request cannot be refunded as well, and a charged-back one cannot be reopened', async () => {
  const { id, purchaseId, path } = await delivered();
  await step(admin, id, 'lock', 'Moved to another car.');
  const list = (await admin.call('GET /v1/admin/transactions', { query: { kind: 'tunes' } })).body.data;
  const params = { id: list.find((one) => one.purchase_id === purchaseId)?.id ?? 0 };
  const refund = () =>
    admin.call('POST /v1/admin/transactions/:id/fully-refund', { params, body: { reason: 'Asked for it' } });
  const moved = {
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('moved to another request') },
  };
  expect(await refund()).toMatchObject(moved);
  expect(await admin.call('POST /v1/admin/transactions/:id/inspect-refund', { params, body: {} })).toMatchObject(moved);
  expect((await show(customer, id)).money).toBe('moved_out');
  const above = await server.as({ role: 5 });
  // Simulates a dispute lost while the request was locked.
  const purchase = server.db.updateTable('catalog_purchases').where('id', '=', purchaseId);
  await purchase.set({ state: 'refunded' }).execute();
  expect(await step(above, id, 'unlock', 'Back again.')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await purchase.set({ state: 'delivered' }).execute();
  expect((await step(above, id, 'unlock', 'Back again.')).body.state).toBe('delivered');
  expect((await customer.request('GET', path)).status).toBe(200);
  expect((await refund()).status).toBe(200);
  expect((await show(customer, id)).state).toBe('refunded');
  await proveBooks(server);
});

test('a tune with custom instructions is made manually, and its file is not reused for others (C231)', async () => {
  const first = await delivered();
  expect((await copyOf(first.bytes)).state).toBe('delivered');
  const requested = await copyOf(first.bytes, 'A lower idle, please.');
  expect(requested.state).toBe('queued');
  const own = flashImage();
  const { id } = await copyOf(own, 'Only for me.');
  await step(tuner, id, 'claim');
  await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(own) });
  expect((await step(colleague, id, 'approve')).body.state).toBe('delivered');
  expect((await copyOf(own)).state).toBe('queued');
});

test('a rejected file and a requested change are notified to the tuner who made it', async () => {
  const { id, bytes } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  expect(
    (await tuner.call('POST /v1/tune-requests/:id/steps', { params: { id }, body: { event: 'claim' } })).body,
  ).toMatchObject({ code: 'already_committed', message: 'You are already working on this request.' });
  await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes) });
  await step(colleague, id, 'reject', 'The limiter is still there.');
  await sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes, 5300) });
  await step(colleague, id, 'approve');
  await step(customer, id, 'ask-revision', 'Idle is rough.');
  await step(tuner, id, 'accept-revision');
  const [accepted] = await textsOf('tune-request-ended', id);
  expect(accepted).toMatchObject({
    to_address: await addressOf(customer),
    text_body: expect.stringContaining('free of charge'),
  });
  const texts = await textsOf('tune-request-work', id);
  expect(texts.map(({ to_address }) => to_address)).toEqual(Array(2).fill(await addressOf(tuner)));
  expect(texts[0]?.text_body).toContain('The limiter is still there.');
  expect(texts[1]?.text_body).toContain('Idle is rough.');
});

test('request, list and poll report the same payment state, also after a refund (C212 C214 C215)', async () => {
  const payer = await server.as({});
  const { id, purchaseId } = await queuedRequest(payer, shop);
  await step(payer, id, 'cancel');
  await refundCancelledJob.run(
    { ...server, now: new Date(), log: server.platform.log, signal: new AbortController().signal },
    { purchase_id: purchaseId },
  );
  const [listed] = (await payer.call('GET /v1/tune-requests', { query: { mine: 'true' } })).body.data;
  const { body } = await payer.call('GET /v1/tune-requests/:id/poll', { params: { id } });
  const shown = await show(payer, id);
  expect([shown.state, shown.money, listed?.money, body.money]).toEqual([
    'cancelled',
    'refunded',
    'refunded',
    'refunded',
  ]);
  expect(shown.allowed).toEqual([]);
});

test('an unpaid cancelled request can be deleted by its customer (C217)', async () => {
  const { id } = await matchedRequest(customer, shop.engine.id);
  await step(customer, id, 'cancel');
  expect((await show(customer, id)).allowed).toEqual(['delete']);
  expect((await customer.call('DELETE /v1/tune-requests/:id', { params: { id } })).status).toBe(204);
  expect((await customer.call('GET /v1/tune-requests/:id', { params: { id } })).status).toBe(404);
});

test('a second result is refused while the first awaits review, also when two are sent concurrently (C229)', async () => {
  const { id, bytes } = await queuedRequest(customer, shop);
  await step(tuner, id, 'claim');
  const result = (at: number) => sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes, at) });
  const both = await Promise.all([result(5000), result(6000)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await result(7000)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  expect((await show(admin, id)).files.filter(({ kind }) => kind === 'result')).toHaveLength(1);
});

test('no file can be added to a closed request (C229)', async () => {
  const { id } = await matchedRequest(customer, shop.engine.id);
  await step(customer, id, 'cancel');
  const late = await sendFile(customer, id, 'supplement', { name: 'late.bin', bytes: flashImage() });
  expect(late).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  expect((await show(customer, id)).files).toHaveLength(1);
});

test('a request shows partial refunds, refunds and chargebacks, and open pages are notified', async () => {
  const moneyOf = async (id: number, since: number) => {
    const polled = await customer.request('GET', `/api/v1/tune-requests/${id}/poll?since=${since}`);
    const list = await customer.call('GET /v1/tune-requests', { query: { mine: true } });
    const shown = await show(customer, id);
    const listed = list.body.data.find((one) => one.id === id)?.money;
    expect([(polled.body as { money: string }).money, listed]).toEqual([shown.money, shown.money]);
    return shown;
  };
  const first = await delivered();
  const transactions = (await admin.call('GET /v1/admin/transactions', { query: { kind: 'tunes' } })).body.data;
  const params = { id: transactions.find((one) => one.purchase_id === first.purchaseId)?.id ?? 0 };
  const before = await show(customer, first.id);
  expect(before).toMatchObject({ money: 'paid', purchase: { back: null } });
  const part = { params, body: { amount: '10.00', reason: 'Sorry' } };
  expect((await admin.call('POST /v1/admin/transactions/:id/partially-refund', part)).status).toBe(200);
  const after = await moneyOf(first.id, before.version);
  expect(after).toMatchObject({ money: 'part_refunded', state: 'delivered', purchase: { back: { amount: '10.00' } } });
  expect(after.version).toBeGreaterThan(before.version);
  const rest = { params, body: { reason: 'Entire country' } };
  expect((await admin.call('POST /v1/admin/transactions/:id/fully-refund', rest)).status).toBe(200);
  expect((await moneyOf(first.id, after.version)).money).toBe('refunded');

  const second = await delivered();
  const payment = await paymentOfSubject(server.db, `purchase:${second.purchaseId}`);
  if (!payment) throw new Error('not paid by card');
  const { version } = await show(customer, second.id);
  const dispute = {
    id: `dp_${second.id}`,
    intentId: null,
    amountMinor: payment.capturedMinor,
    status: 'lost',
  } as const;
  await settleDispute(server.platform, payment, dispute);
  expect((await moneyOf(second.id, version)).money).toBe('charged_back');
});
