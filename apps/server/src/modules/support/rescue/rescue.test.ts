import { randomUUID } from 'node:crypto';
import { findStep } from '@tuneport/domain/states/machine';
import { rescueChecklist } from '@tuneport/domain/support/rescue-checklist';
import { type RescueActor, rescueMachine, rescueStates } from '@tuneport/domain/support/rescue-states';
import { eventsOf } from '@tuneport/domain/testing/events-of';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { balanceOf } from '../../ledger/index.ts';
import { supportContextOf } from '../support-context.ts';
import { rescueFor } from './rescue-queries.ts';
import { abandonRescues } from './rescue-timeouts.ts';
import { startRescue } from './start-rescue.ts';
import { stepRescue } from './step-rescue.ts';

let server: TestServer;
let admin: Client;
let developer: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
  developer = await server.as({ flags: ['fzd'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute();
});

const input = {
  tool: 'FlashZilla V3',
  tool_serial: 'FZ3-00417',
  vehicle: 'VW Golf R 2015',
  symptom: 'stopped',
  contact_name: 'Robin Rider',
} as const;
const answers = Object.fromEntries(rescueChecklist.map(({ key, answers: known }) => [key, known[0].value]));

async function started(client: Client = server.anonymous, more: object = {}) {
  const { status, body } = await client.call('POST /rescue-sessions', { body: { ...input, ...more } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const tell = (id: number, token: string, step: string, answer: unknown = '', uploads: string[] = []) =>
  server.anonymous.call('PATCH /rescue-sessions/:id', { params: { id }, body: { token, step, answer, uploads } });
const move = (client: Client, id: number, event: string, body: object = {}) =>
  client.call('POST /v1/admin/rescue-sessions/:id/:event', {
    params: { id, event },
    body,
    idempotencyKey: randomUUID(),
  });
const stateOf = async (id: number) =>
  (await rescueFor(server.db, id, { userId: null, staff: true, codeHash: null }))?.state;
const addFix = (more: object = {}) =>
  admin.call('POST /v1/admin/rescue-fixes', { body: { title: 'Charge', steps: 'Connect a charger\nWait', ...more } });

describe('starting', () => {
  test('anyone starts a rescue and gets a short code that works without a login (C377 S023)', async () => {
    const { id, token, state } = await started(server.anonymous, { email: 'beside@example.test' });
    expect([state, token]).toEqual(['requested', expect.stringMatching(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/)]);
    const typed = token.toLowerCase().replace('-', ' ');
    // The code is normalized for display, however it was typed.
    const opened = await server.anonymous.call('POST /rescue-sessions/open', { body: { code: typed } });
    expect(opened.body).toEqual({ id, token });
    const [mail] = await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', 'beside@example.test')
      .execute();
    expect(mail?.subject).not.toContain(token);
    expect(mail?.text_body).not.toContain(token);
    expect(mail && unmask(mail).text_body).toContain(`/fz/rescue/${id}/${token}`);
  });
  test('an empty field is reported at its field (C377)', async () => {
    const { status, body } = await server.anonymous.call('POST /rescue-sessions', { body: { symptom: 'magic' } });
    expect(status).toBe(422);
    const { errors } = body as never as { errors: object };
    expect(Object.keys(errors).sort()).toEqual(['contact_name', 'symptom', 'tool', 'vehicle']);
  });
  test('a wrong code is refused, and guessing is throttled', async () => {
    const guess = () => server.anonymous.call('POST /rescue-sessions/open', { body: { code: '2222-2222' } });
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
  test('a rescue is visible to code holder, owner, staff and tool developers only (C378)', async () => {
    const owner = await server.as({});
    const { id, token } = await started(owner);
    const status = async (client: Client, query = {}) =>
      (await client.call('GET /rescue-sessions/:id', { params: { id }, query })).status;
    expect(await status(server.anonymous)).toBe(404);
    expect(await status(server.anonymous, { token: '2222-2222' })).toBe(404);
    expect(await status(await server.as({}))).toBe(404);
    for (const client of [owner, admin, developer]) expect(await status(client)).toBe(200);
    expect(await status(server.anonymous, { token })).toBe(200);
    const { body } = await owner.call('GET /rescue-sessions/:id', { params: { id } });
    expect(body).toMatchObject({ next: ['checklist'], support: { open: expect.any(Boolean) } });
  });
});

describe('progress (C379)', () => {
  test('a known fix is tried first; if it fails staff take over, request steps and confirm that the car runs', async () => {
    await addFix({ symptom: 'stopped', when_question: 'battery', when_answer: 'good' });
    const { id, token } = await started();
    expect((await tell(id, token, 'checklist', { ...answers, battery: 'x' })).status).toBe(422);
    const offered = await tell(id, token, 'checklist', answers);
    expect(offered.body).toMatchObject({
      state: 'self_help',
      fix: { title: 'Charge', steps: ['Connect a charger', 'Wait'] },
    });
    expect((await tell(id, token, 'fix', 'perhaps')).status).toBe(422);
    expect((await tell(id, token, 'fix', 'failed')).body.state).toBe('waiting_staff');
    expect((await move(developer, id, 'take')).body).toMatchObject({
      state: 'active',
      assignee: { id: developer.userId },
    });
    expect((await move(developer, id, 'ask')).status).toBe(422);
    expect((await move(developer, id, 'ask', { text: 'Hold the button for ten seconds.' })).body.state).toBe(
      'waiting_customer',
    );
    const now = await server.anonymous.call('GET /rescue-sessions/:id', { params: { id }, query: { token } });
    expect(now.body.steps).toMatchObject([{ number: 1, text: 'Hold the button for ten seconds.', answer: null }]);
    expect((await tell(id, token, 'step')).status).toBe(422);
    expect((await tell(id, token, 'step', 'It blinks green.')).body).toMatchObject({
      state: 'active',
      steps: [{ answer: 'It blinks green.' }],
    });
    expect((await tell(id, token, 'running')).body).toMatchObject({ state: 'active', next: [] });
    expect((await move(developer, id, 'running')).body.state).toBe('recovered');
    expect((await move(developer, id, 'set-cause')).status).toBe(422);
    expect((await move(developer, id, 'set-cause', { cause: 'power' })).body).toMatchObject({
      state: 'closed',
      cause: 'power',
    });
    expect((await tell(id, token, 'step', 'Still there?')).status).toBe(409);
    expect((await tell(id, token, 'files', '')).status).toBe(409);
    const history = (await admin.call('GET /v1/admin/rescue-sessions/:id', { params: { id } })).body.history;
    expect(history.map(({ event }) => event)).toEqual([
      'start',
      'checklist',
      'find-fix',
      'failed',
      'take',
      'ask',
      'answer',
      'running',
      'running',
      'set-cause',
    ]);
  });
  test('a rescue is recovered when both customer and staff confirm that the car runs', async () => {
    const { id, token } = await started();
    await tell(id, token, 'checklist', { ...answers, safe: 'yes' });
    await move(developer, id, 'take');
    expect((await move(developer, id, 'running')).body).toMatchObject({ state: 'active', events: ['ask', 'give-up'] });
    // Staff confirm for staff only, even on the customer's page.
    expect((await move(admin, id, 'running')).body.state).toBe('active');
    const asStaff = { params: { id }, body: { step: 'running' } };
    expect((await developer.call('PATCH /rescue-sessions/:id', asStaff)).body.state).toBe('active');
    // Another step was needed, so both sides must confirm again.
    await move(developer, id, 'ask', { text: 'Start it once more.' });
    await tell(id, token, 'step', 'It started.');
    expect((await tell(id, token, 'running')).body).toMatchObject({ state: 'active', running: { staff_at: null } });
    expect((await tell(id, token, 'running')).body.state).toBe('active');
    expect((await move(developer, id, 'running')).body.state).toBe('recovered');
  });
  test('staff enter an answer that they hear on the phone, and hand a rescue over to a colleague', async () => {
    const { id, token } = await started();
    await tell(id, token, 'checklist', { ...answers, battery: 'low' });
    expect((await move(admin, id, 'hand-over', { assignee: developer.userId })).status, 'nobody has it').toBe(409);
    await move(admin, id, 'take');
    expect((await move(admin, id, 'answer', { text: 'Nothing was asked.' })).status).toBe(409);
    await move(admin, id, 'ask', { text: 'What does the display say?' });
    expect((await move(admin, id, 'answer')).status).toBe(422);
    expect((await move(admin, id, 'answer', { text: 'E42' })).body).toMatchObject({
      state: 'active',
      steps: [{ answer: 'E42' }],
    });
    const stranger = await server.make.user();
    expect((await move(admin, id, 'hand-over', { assignee: stranger.id })).status).toBe(422);
    expect((await developer.call('GET /v1/admin/rescue-staff')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: developer.userId })]),
    );
    expect((await move(admin, id, 'hand-over', { assignee: developer.userId })).body).toMatchObject({
      state: 'active',
      assignee: { id: developer.userId },
    });
  });

  test('of two concurrent takes one succeeds and the other responds 409', async () => {
    const { id, token } = await started();
    await tell(id, token, 'checklist', { ...answers, safe: 'yes' });
    const both = await Promise.all([move(admin, id, 'take'), move(developer, id, 'take')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
  test('a smoking unit is handed to staff without a known fix', async () => {
    await addFix();
    const { id, token } = await started();
    expect((await tell(id, token, 'checklist', { ...answers, safe: 'yes' })).body).toMatchObject({
      state: 'waiting_staff',
      unsafe: true,
      fix: null,
    });
  });
  test('a case that cannot be solved remotely continues in a ticket', async () => {
    const { id, token } = await started(server.anonymous, { email: 'bench@example.test', symptom: 'dead' });
    await server.db.updateTable('rescue_fixes').set({ active: false }).execute();
    await tell(id, token, 'checklist', answers);
    await move(admin, id, 'take');
    expect((await move(admin, id, 'give-up')).status).toBe(422);
    expect((await move(admin, id, 'give-up', { text: 'Please send it to our bench.' })).body.state).toBe(
      'not_recovered',
    );
    const ticket = await server.db
      .selectFrom('tickets')
      .selectAll()
      .where('email', '=', 'bench@example.test')
      .executeTakeFirstOrThrow();
    expect(ticket.description).toContain('Please send it to our bench.');
    // They wrote nothing, so the mail describes the next steps instead of thanking them.
    const mails = await server.db
      .selectFrom('mail_outbox')
      .select(['kind', 'text_body'])
      .where('to_address', '=', 'bench@example.test')
      .where('kind', 'like', 'ticket-%')
      .execute();
    expect(mails).toMatchObject([
      { kind: 'ticket-opened', text_body: expect.stringContaining('Please send it to our bench.') },
    ]);
    expect(mails[0]?.text_body).not.toMatch(/You wrote|didn't write to us/);
  });
  test('a file is uploaded with an answer and readable by everyone with access to the rescue', async () => {
    const { id, token } = await started();
    const boundary = 'rescue-test';
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="tool.log"\r\n\r\nE42\r\n--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const sent = await server.anonymous.request('POST', '/api/tickets/upload', { body: payload, headers });
    const fileId = (sent.body as { id: string }).id;
    expect((await tell(id, token, 'files', '', [fileId])).body.files).toMatchObject([{ name: 'tool.log' }]);
    const address = `/api/rescue-sessions/${id}/files/${fileId}`;
    expect((await server.anonymous.request('GET', `${address}?token=${token}`)).raw.body).toBe('E42');
    expect((await server.anonymous.request('GET', address)).status).toBe(404);
  });
  test('goodwill is allowed only when the fault is ours', async () => {
    const owner = await server.as({});
    const { id } = await started(owner);
    await server.db.updateTable('rescue_sessions').set({ state: 'recovered' }).where('id', '=', id).execute();
    const goodwill = { amount: '40.00', currency: 'CAD' };
    expect((await move(admin, id, 'set-cause', { cause: 'user', goodwill })).status).toBe(422);
    expect((await move(developer, id, 'set-cause', { cause: 'tool', goodwill })).status).toBe(403);
    expect((await move(admin, id, 'set-cause', { cause: 'tool', goodwill })).status).toBe(200);
    const owed = await balanceOf(server.db, { kind: 'prepay', owner: `user:${owner.userId ?? 0}`, unit: 'CAD' });
    expect(owed.postedMinor).toBe(-4000n);
    const mails = await server.db
      .selectFrom('mail_outbox')
      .select(['subject', 'text_body'])
      .where('kind', '=', 'rescue-goodwill')
      .execute();
    expect(mails).toMatchObject([
      {
        subject: 'We added 40.00\u00A0CAD to your account',
        text_body: expect.stringContaining(`R-${String(id).padStart(5, '0')}`),
      },
    ]);
  });
  test('three days without an answer close a rescue unless it waits for staff; the customer can resume it', async () => {
    const first = await started();
    const second = await started();
    await tell(second.id, second.token, 'checklist', { ...answers, safe: 'yes' });
    const later = new Date(Date.now() + 73 * 3_600_000);
    await abandonRescues(server.platform, new Date(Date.now() + 71 * 3_600_000));
    expect(await stateOf(first.id)).toBe('requested');
    await abandonRescues(server.platform, later);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['abandoned', 'waiting_staff']);
    expect((await tell(first.id, first.token, 'return')).body.state).toBe('waiting_staff');
  });
  test('a rescue that waits for our next step or confirmation is not abandoned, one that waits for the customer is', async () => {
    const taken = async () => {
      const { id, token } = await started();
      await tell(id, token, 'checklist', { ...answers, safe: 'yes' });
      await move(developer, id, 'take');
      return { id, token };
    };
    const [untouched, confirmed, asked, done] = [await taken(), await taken(), await taken(), await taken()];
    await tell(confirmed.id, confirmed.token, 'running');
    await move(developer, asked.id, 'ask', { text: 'Start it once more.' });
    await move(developer, done.id, 'running');
    await abandonRescues(server.platform, new Date(Date.now() + 73 * 3_600_000));
    const states = await Promise.all([untouched, confirmed, asked, done].map(({ id }) => stateOf(id)));
    expect(states).toEqual(['active', 'active', 'abandoned', 'abandoned']);
  });
});

describe('state table enforcement', () => {
  const actors: readonly RescueActor[] = ['customer', 'staff', 'system'];
  test('every state × event × actor in the table is executed and recorded, everything else is refused', async () => {
    const support = await supportContextOf({ db: server.db, platform: server.platform, now: new Date() });
    const facts = { ...input, description: '', email: null, phone: '', userId: null };
    const { rescue } = await startRescue(support, facts);
    for (const state of rescueStates)
      for (const event of eventsOf(rescueMachine))
        for (const kind of actors) {
          const step = findStep(rescueMachine, state, event, kind);
          const label = `${kind} does ${event} in ${state}`;
          const outcome = await server.db
            .transaction()
            .execute(async (db) => {
              const row = { ...rescue, state };
              await db.updateTable('rescue_sessions').set({ state }).where('id', '=', rescue.id).execute();
              const after = await stepRescue({ ...support, db }, row, event, { kind, userId: null });
              const written = await db
                .selectFrom('rescue_events')
                .select(['event', 'from_state', 'to_state', 'actor_kind'])
                .where('session_id', '=', rescue.id)
                .orderBy('id', 'desc')
                .limit(1)
                .executeTakeFirst();
              return { after: after.state, written };
            })
            .catch((error: unknown) => (error as Refusal).code);
          if (step) {
            const written = { event, from_state: state, to_state: step.to, actor_kind: kind };
            expect(outcome, label).toEqual({ after: step.to, written });
          } else expect(outcome, label).toBe('invalid_transition');
        }
  });
  test.each([
    ['requested', 'take'],
    ['self_help', 'ask'],
    ['waiting_staff', 'give-up'],
    ['closed', 'running'],
    ['active', 'set-cause'],
  ])('in %s staff cannot %s, and the refusal lists the allowed actions', async (state, event) => {
    const { id } = await started();
    await server.db.updateTable('rescue_sessions').set({ state }).where('id', '=', id).execute();
    const { status, body } = await move(admin, id, event, { text: 'x', cause: 'user' });
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ code: 'invalid_transition', allowed: expect.any(Array) }),
    ]);
  });
});

describe('the back office (C380)', () => {
  test('lists rescues, those waiting for staff first, and finds one by its code', async () => {
    const { id, token } = await started(server.anonymous, { contact_name: 'Zoe Unique' });
    await tell(id, token, 'checklist', { ...answers, safe: 'yes' });
    const list = async (query: object) =>
      (await developer.call('GET /v1/admin/rescue-sessions', { query })).body.data.map((row) => row);
    expect((await list({}))[0]?.state).toBe('waiting_staff');
    expect((await list({ search: token })).map((row) => row.id)).toEqual([id]);
    expect((await list({ search: 'Zoe Uni' })).map((row) => row.id)).toEqual([id]);
    for (const row of await list({ state: 'waiting_staff' })) expect(row.state).toBe('waiting_staff');
  });
  test('edits known fixes with a satisfiable condition and shows their success counts', async () => {
    const wrong = await addFix({ when_question: 'battery', when_answer: 'purple' });
    expect(wrong.status).toBe(422);
    const { body: made } = await addFix({ symptom: 'limp' });
    const { id, token } = await started(server.anonymous, { symptom: 'limp' });
    await tell(id, token, 'checklist', answers);
    await tell(id, token, 'fix', 'worked');
    const params = { id: made.id };
    const { body: now } = await admin.call('GET /v1/admin/rescue-fixes/:id', { params });
    expect([now.offered, now.worked]).toEqual([1, 1]);
    const body = { ...made, title: 'Charge first' };
    const edit = (readAt: string) => admin.call('PATCH /v1/admin/rescue-fixes/:id', { params, body, readAt });
    expect((await edit(now.updated_at)).body.title).toBe('Charge first');
    expect((await edit(now.updated_at)).status).toBe(412);
    expect((await admin.call('DELETE /v1/admin/rescue-fixes/:id', { params })).status).toBe(204);
    expect((await admin.call('DELETE /v1/admin/rescue-fixes/:id', { params })).status).toBe(404);
    const customer = await server.as({});
    expect((await customer.call('POST /v1/admin/rescue-fixes', { body })).status).toBe(403);
  });
});
