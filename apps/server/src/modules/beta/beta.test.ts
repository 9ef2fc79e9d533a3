import {
  betaParticipantMachine,
  betaParticipantStates,
  betaProgramMachine,
  betaProgramStates,
} from '@tuneport/domain/beta/beta-states';
import { findStep } from '@tuneport/domain/states/machine';
import { eventsOf as allEvents } from '@tuneport/domain/testing/events-of';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { maintainPrograms } from './jobs.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const maintain = (now = new Date()) => maintainPrograms({ db: server.db, now, origin: 'https://shop.test' });
const create = async (fields: object = {}) => {
  const body = { name: 'Gearbox beta', text: '<p>Try it.</p>', seats: 2, ...fields };
  return (await admin.call('POST /v1/admin/beta-programs', { body })).body;
};
const step = (id: number, event: string, reason = '') =>
  admin.call('POST /v1/admin/beta-programs/:id/steps', { params: { id }, body: { event, reason } });
const opened = async (fields: object = {}) => {
  const program = await create(fields);
  await step(program.id, 'publish');
  return program.id;
};
const join = (client: Client, id: number, body: object = {}) =>
  client.call('POST /beta-programs/:id/join', { params: { id }, body });
const leave = (client: Client, id: number) => client.call('DELETE /beta-programs/:id/join', { params: { id } });
const stateOf = async (client: Client, id: number) =>
  (await client.call('GET /beta-programs/:id', { params: { id } })).body.membership?.state;
const eventsOf = (id: number) =>
  server.db
    .selectFrom('beta_events')
    .select(['event', 'from_state', 'to_state', 'participant_id'])
    .where('program_id', '=', id)
    .orderBy('id')
    .execute();
const report = (client: Client, id: number, incident = false) =>
  client.call('POST /beta-programs/:id/feedback', { params: { id }, body: { rating: 3, text: 'Harsh.', incident } });

/** Subjects of the mails to a user, oldest first. */
const mailsTo = async ({ userId }: Client) =>
  (
    await server.db
      .selectFrom('mail_outbox as m')
      .innerJoin('users as u', 'u.email', 'm.to_address')
      .select('m.subject')
      .where('u.id', '=', userId ?? 0)
      .where('m.kind', 'like', 'beta-%')
      .orderBy('m.id')
      .execute()
  ).map(({ subject }) => subject);

describe('beta program', () => {
  test('is created and changed by staff, and seen by everyone once it is published (C345, C346, C349, C350, S148)', async () => {
    const user = await server.as({});
    const body = { name: 'x', text: '<p>x</p>', seats: 1 };
    expect((await user.call('POST /v1/admin/beta-programs', { body })).status).toBe(403);
    expect((await admin.call('POST /v1/admin/beta-programs', { body: { name: '', text: '', seats: 0 } })).status).toBe(
      422,
    );
    const dates = { starts_at: '2027-01-02T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' };
    expect((await admin.call('POST /v1/admin/beta-programs', { body: { ...body, ...dates } })).status).toBe(422);
    const program = await create({ text: '<p>Try it.</p><script>alert(1)</script>' });
    expect(program).toMatchObject({ state: 'draft', seats: 2, text: '<p>Try it.</p>' });
    const params = { id: program.id };
    expect((await server.anonymous.call('GET /beta-programs/:id', { params })).status).toBe(404);
    const changed = await admin.call('PATCH /v1/admin/beta-programs/:id', {
      params,
      body: { seats: 3, terms: 'Be careful.' },
      readAt: program.updated_at,
    });
    expect(changed.body).toMatchObject({ seats: 3, terms: 'Be careful.' });
    await step(program.id, 'publish');
    const shown = await server.anonymous.call('GET /beta-programs/:id', { params });
    expect(shown.body).toMatchObject({ name: 'Gearbox beta', free_seats: 3, membership: null, can: { join: true } });
    const list = await server.anonymous.call('GET /beta-programs');
    expect(list.body.map(({ id }) => id)).toContain(program.id);
    const now = (await admin.call('GET /v1/admin/beta-programs/:id', { params })).body;
    const terms = { params, body: { terms: 'Others.' }, readAt: now.updated_at };
    expect((await admin.call('PATCH /v1/admin/beta-programs/:id', terms)).status).toBe(422);
    expect((await eventsOf(program.id)).map(({ event }) => event)).toEqual(['create', 'publish']);
  });

  test('takes participants until it is full, once each (C347, C348, S022)', async () => {
    const id = await opened({ seats: 2 });
    const [ann, bob, eve] = await Promise.all([server.as({}), server.as({}), server.as({})]);
    expect((await join(server.anonymous, id)).status).toBe(401);
    const joined = await join(ann, id, { answers: 'Golf R' });
    expect(joined.body.membership).toMatchObject({ state: 'active', cohort: 1 });
    expect((await join(ann, id)).status).toBe(409);
    expect((await join(bob, id)).status).toBe(200);
    expect((await join(eve, id)).status).toBe(409);
    // Full, so it runs.
    expect((await ann.call('GET /beta-programs/:id', { params: { id } })).body.state).toBe('running');
    expect((await leave(eve, id)).status).toBe(404);
    expect((await leave(bob, id)).status).toBe(204);
    expect((await join(eve, id)).status).toBe(200);
    const own = (await eventsOf(id)).filter(({ participant_id }) => participant_id !== null);
    expect(own[0]).toMatchObject({ event: 'apply', from_state: null, to_state: 'applied' });
  });

  test('never has more participants than seats when many join at once', async () => {
    const id = await opened({ seats: 3, waitlist: true });
    const users = await Promise.all(Array.from({ length: 8 }, () => server.as({})));
    await Promise.all(users.map((user) => join(user, id)));
    const states = await Promise.all(users.map((user) => stateOf(user, id)));
    expect(states.filter((state) => state === 'active')).toHaveLength(3);
    expect(states.filter((state) => state === 'waitlisted')).toHaveLength(5);
  });

  test('offers a free place to the user who has waited longest, until they join or the invitation expires', async () => {
    const id = await opened({ seats: 1, waitlist: true });
    const [ann, bob, eve] = await Promise.all([server.as({}), server.as({}), server.as({})]);
    for (const user of [ann, bob, eve]) await join(user, id);
    await leave(ann, id);
    expect([await stateOf(bob, id), await stateOf(eve, id)]).toEqual(['invited', 'waitlisted']);
    expect(await mailsTo(bob)).toEqual(['You have a place in a beta program']);
    await maintain(new Date(Date.now() + 8 * 86_400_000));
    expect([await stateOf(bob, id), await stateOf(eve, id)]).toEqual(['lapsed', 'invited']);
    expect(await mailsTo(bob)).toEqual([
      'You have a place in a beta program',
      'Your place in a beta program has expired',
    ]);
    expect((await join(eve, id)).body.membership?.state).toBe('active');
  });

  test('offers a free place to one who applies again after those who wait already', async () => {
    const id = await opened({ seats: 1, waitlist: true });
    const [ann, bob, eve] = await Promise.all([server.as({}), server.as({}), server.as({})]);
    for (const user of [ann, bob, eve]) await join(user, id);
    await leave(bob, id);
    await join(bob, id);
    await leave(ann, id);
    expect([await stateOf(bob, id), await stateOf(eve, id)]).toEqual(['waitlisted', 'invited']);
  });

  test('keeps invitations while it is paused, accepts nobody, and invites again when it resumes', async () => {
    const id = await opened({ seats: 2, waitlist: true, reviewed: true });
    const [ann, bob] = await Promise.all([server.as({}), server.as({})]);
    for (const user of [ann, bob]) await join(user, id);
    const decide = async (client: Client) => {
      const { data } = (await admin.call('GET /v1/admin/beta-participants', { query: { program: id } })).body;
      const row = data.find(({ user }) => user.id === client.userId);
      const params = { id: row?.id ?? 0 };
      const { status } = await admin.call('POST /v1/admin/beta-participants/:id/steps', {
        params,
        body: { event: 'accept' },
      });
      return [row?.allowed.includes('accept'), status];
    };
    const invitations = async () => {
      const { email } = await server.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', ann.userId ?? 0)
        .executeTakeFirstOrThrow();
      return server.db
        .selectFrom('mail_outbox')
        .select('id')
        .where('to_address', '=', email)
        .where('kind', '=', 'beta-invitation')
        .execute();
    };
    expect(await decide(ann)).toEqual([true, 200]);
    await step(id, 'pause', 'Harsh shifts.');
    expect(await decide(bob)).toEqual([false, 409]);
    await server.db
      .updateTable('beta_participants')
      .set({ invited_until: new Date() })
      .where('program_id', '=', id)
      .execute();
    await maintain();
    expect(await stateOf(ann, id)).toBe('invited');
    await step(id, 'resume');
    await maintain();
    const { membership } = (await ann.call('GET /beta-programs/:id', { params: { id } })).body;
    expect(Date.parse(membership?.invited_until ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect(await invitations()).toHaveLength(2);
    expect((await join(ann, id)).body.membership?.state).toBe('active');
  });

  test('with terms is joined only under the terms that were shown, and with a car of the participant', async () => {
    const id = await opened({ terms: 'Be careful.' });
    const user = await server.as({});
    expect((await join(user, id)).status).toBe(409);
    const { terms_hash } = (await user.call('GET /beta-programs/:id', { params: { id } })).body;
    expect((await join(user, id, { terms_hash, vehicle_id: 999 })).status).toBe(422);
    expect((await join(user, id, { terms_hash })).status).toBe(200);
  });

  test('that is reviewed waits for staff, who accept, decline with a reason and remove', async () => {
    const id = await opened({ reviewed: true });
    const [ann, bob] = await Promise.all([server.as({}), server.as({})]);
    await join(ann, id);
    await join(bob, id);
    const { body } = await admin.call('GET /v1/admin/beta-participants', { query: { program: id } });
    const idOf = (client: Client) => body.data.find(({ user }) => user.id === client.userId)?.id ?? 0;
    const decide = (client: Client, event: string, reason = '') =>
      admin.call('POST /v1/admin/beta-participants/:id/steps', {
        params: { id: idOf(client) },
        body: { event, reason },
      });
    expect((await decide(bob, 'refuse')).status).toBe(422);
    expect((await decide(bob, 'refuse', 'Another engine')).body.state).toBe('refused');
    expect((await decide(ann, 'accept')).body.state).toBe('invited');
    await join(ann, id);
    expect((await decide(ann, 'remove', 'No feedback')).body.state).toBe('removed');
    expect((await join(ann, id)).status).toBe(409);
    expect(await mailsTo(bob)).toEqual(['Your application for a beta program was declined']);
    expect(await mailsTo(ann)).toEqual([
      'You have a place in a beta program',
      'Your place in a beta program was withdrawn',
    ]);
    const { text_body } = await server.db
      .selectFrom('mail_outbox')
      .select('text_body')
      .where('kind', '=', 'beta-application')
      .where('subject', 'like', '%declined')
      .executeTakeFirstOrThrow();
    expect(text_body).toContain('Another engine');
  });
});

describe('stop rule', () => {
  test('pauses a program whose incidents exceed its limit, counts each participant once, and starts over when resumed', async () => {
    const id = await opened({ seats: 10, stop_per_100: 60 });
    const users = await Promise.all([server.as({}), server.as({}), server.as({})]);
    for (const user of users) await join(user, id);
    const [ann, bob] = users as [Client, Client, Client];
    const stateOfProgram = async () => (await admin.call('GET /v1/admin/beta-programs/:id', { params: { id } })).body;
    await report(ann, id, true);
    await report(ann, id, true);
    expect(await stateOfProgram()).toMatchObject({ state: 'open', incidents: 1 });
    await report(bob, id, true);
    expect(await stateOfProgram()).toMatchObject({ state: 'paused', incidents: 2 });
    expect((await join(await server.as({}), id)).status).toBe(409);
    await step(id, 'resume');
    await maintain();
    expect(await stateOfProgram()).toMatchObject({ state: 'running', incidents: 0 });
    // Leaving does not hide an incident.
    await report(ann, id, true);
    await leave(ann, id);
    expect((await stateOfProgram()).incidents).toBe(1);
  });

  test('counts a rescue of a participant after they joined', async () => {
    const id = await opened({ seats: 5, stop_per_100: 0 });
    const user = await server.as({});
    await join(user, id);
    const body = {
      tool: 'FlashZilla V3',
      tool_serial: '',
      vehicle: 'Golf R',
      symptom: 'stopped',
      contact_name: 'Robin',
    };
    expect((await user.call('POST /rescue-sessions', { body })).status).toBe(201);
    await maintain();
    expect((await admin.call('GET /v1/admin/beta-programs/:id', { params: { id } })).body.state).toBe('paused');
  });
});

describe('end of a beta program', () => {
  test('completes those who take part and ends what still waits', async () => {
    const id = await opened({ seats: 1, waitlist: true });
    const [ann, bob] = await Promise.all([server.as({}), server.as({})]);
    await join(ann, id);
    await join(bob, id);
    await step(id, 'finish');
    expect([await stateOf(ann, id), await stateOf(bob, id)]).toEqual(['completed', 'lapsed']);
    expect(await mailsTo(ann)).toEqual(['A beta program is finished']);
    expect(await mailsTo(bob)).toEqual(['A beta program has ended']);
    expect((await report(ann, id)).status).toBe(409);
  });

  test('by cancelling removes all participants and needs a reason', async () => {
    const id = await opened({ seats: 1, waitlist: true });
    const [ann, bob] = await Promise.all([server.as({}), server.as({})]);
    await join(ann, id);
    await join(bob, id);
    expect((await step(id, 'cancel')).status).toBe(422);
    expect((await step(id, 'cancel', 'A fault')).status).toBe(200);
    const { body } = await admin.call('GET /v1/admin/beta-participants', { query: { program: id } });
    expect(body.data.map(({ state }) => state).sort()).toEqual(['lapsed', 'removed']);
    expect(await stateOf(ann, id)).toBe('removed');
    expect((await server.anonymous.call('GET /beta-programs/:id', { params: { id } })).status).toBe(404);
  });

  test('comes with its dates', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const id = await opened({ starts_at: day(1), ends_at: day(10) });
    const user = await server.as({});
    await join(user, id);
    await maintain(new Date(day(2)));
    expect((await user.call('GET /beta-programs/:id', { params: { id } })).body.state).toBe('running');
    await maintain(new Date(day(11)));
    expect(await stateOf(user, id)).toBe('completed');
  });

  test('comes on its end date, also if it never started', async () => {
    const id = await opened({ ends_at: new Date(Date.now() + 86_400_000).toISOString() });
    const user = await server.as({});
    await join(user, id);
    await maintain(new Date(Date.now() + 2 * 86_400_000));
    expect(await stateOf(user, id)).toBe('completed');
    expect((await join(await server.as({}), id)).status).toBe(409);
  });
});

describe('the tables of states', () => {
  const refused = [409, { code: 'invalid_transition', message: expect.stringMatching(/\.$/) }];

  test('every step of a program that staff may take is taken, and any other is refused with a sentence', async () => {
    for (const state of betaProgramStates)
      for (const event of allEvents(betaProgramMachine)) {
        const { id } = await create();
        await server.db.updateTable('beta_programs').set({ state }).where('id', '=', id).execute();
        const { status, body } = await step(id, event, 'A reason');
        const allowed = findStep(betaProgramMachine, state, event, 'staff');
        expect([status, body], `${event} of a program that is ${state}`).toMatchObject(
          allowed ? [200, { state: allowed.to }] : refused,
        );
      }
  });

  test('every step of a participant that staff may take is taken, and any other is refused with a sentence', async () => {
    const id = await opened({ reviewed: true, seats: 100 });
    const user = await server.as({});
    await join(user, id);
    const [participant] = (await admin.call('GET /v1/admin/beta-participants', { query: { program: id } })).body.data;
    const params = { id: participant?.id ?? 0 };
    for (const state of betaParticipantStates)
      for (const event of allEvents(betaParticipantMachine)) {
        await server.db.updateTable('beta_participants').set({ state }).where('id', '=', params.id).execute();
        const { status, body } = await admin.call('POST /v1/admin/beta-participants/:id/steps', {
          params,
          body: { event, reason: 'A reason' },
        });
        const allowed = findStep(betaParticipantMachine, state, event, 'staff');
        expect([status, body], `${event} of a participant who is ${state}`).toMatchObject(
          allowed ? [200, { state: allowed.to }] : refused,
        );
      }
  });
});
