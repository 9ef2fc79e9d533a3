import { randomUUID } from 'node:crypto';
import { leadDealMachine, leadDealStates } from '@tuneport/domain/leads/deal-states';
import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, patient, type TestServer, testServer } from '../../../testing/server.ts';
import { form } from '../../../testing/tuning.ts';
import { listPipelines, type PipelineRow } from '../pipelines.ts';
import { addDeals } from './add-deals.ts';

let server: TestServer;
let admin: Client;
let pipeline: number;
let stages: { id: number; name: string }[];
beforeAll(async () => {
  server = await testServer();
  admin = patient(await server.as({ role: 3 }));
  const made = await admin.call('POST /v1/admin/lead-engine/pipelines', { body: { name: 'Tests' } });
  pipeline = made.body.id;
  stages = made.body.stages;
});
afterAll(() => server.close());

const deals = '/v1/admin/lead-engine/deals';
const stage = (name: string) => stages.find((one) => one.name === name)?.id ?? 0;
const make = async (body: object = {}) =>
  (await admin.call(`POST ${deals}`, { body: { title: `Deal ${randomUUID()}`, pipeline, ...body } })).body;
const read = async (id: number) => (await admin.call(`GET ${deals}/:id`, { params: { id } })).body;
const patch = (id: number, body: object) => admin.call(`PATCH ${deals}/:id`, { params: { id }, body });
const step = (id: number, name: 'won' | 'reopen' | 'archive' | 'unarchive' | 'restore') =>
  admin.call(`POST ${deals}/:id/${name}`, { params: { id } });
const lose = (id: number, reason = 'Too expensive') =>
  admin.call(`POST ${deals}/:id/lost`, { params: { id }, body: { reason } });
const idsOf = async (query: object) =>
  (await admin.call(`GET ${deals}`, { query: { pipeline, ...query } as never })).body.data.map(({ id }) => id);
const board = async (query: object = {}) =>
  (await admin.call('GET /v1/admin/lead-engine/board', { query: { pipeline, ...query } as never })).body;

test('a deal is created open in the first stage with every field of the specification (C078) (S147) (S194) (S195)', async () => {
  const body = {
    title: 'Workshop near the coast',
    value: '1500.50',
    organization: 'Coast Garage',
    contact: 'Robin Coast',
    user: admin.userId,
    probability: 40,
    priority: 'high',
    expectedCloseDate: '2027-05-31',
  };
  const made = await admin.call(`POST ${deals}`, { body: { ...body, pipeline } });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    ...body,
    value: { amount: '1500.50', currency: 'CAD' },
    organization: { name: 'Coast Garage' },
    contact: { name: 'Robin Coast' },
    user: { id: admin.userId },
    stageId: stage('First Contact'),
    status: 'open',
    closedAt: null,
    notes: [],
    daysInStage: 0,
    pipeline: { id: pipeline, name: 'Tests' },
  });
  expect(made.body.pipeline.stages.map(({ name }) => name)).toEqual(stages.map(({ name }) => name));
  const again = await make({ organization: 'coast garage', contact: 'robin coast' });
  expect([again.organization?.id, again.contact?.id]).toEqual([made.body.organization?.id, made.body.contact?.id]);
});

test('a deal with a wrong field is refused at that field (C078)', async () => {
  const wrong: [object, string][] = [
    [{ title: ' ' }, 'title'],
    [{ value: 'much' }, 'value'],
    [{ value: '-5' }, 'value'],
    [{ priority: 'urgent' }, 'priority'],
    [{ stageId: 999_999 }, 'stageId'],
    [{ stageId: stage('Lost') }, 'stageId'],
    [{ user: 999_999 }, 'user'],
    [{ organization: 999_999 }, 'organization'],
    [{ expectedCloseDate: '31.5.2027' }, 'expectedCloseDate'],
  ];
  for (const [body, field] of wrong) {
    const refused = await admin.call(`POST ${deals}`, { body: { title: 'Wrong', pipeline, ...body } });
    expect([refused.status, Object.keys((refused.body as never as { errors: object }).errors ?? {})]).toEqual([
      422,
      [field],
    ]);
  }
});

test.each([-1, 101, 12.5])('a probability of %s is refused (S432)', async (probability) => {
  const refused = await admin.call(`POST ${deals}`, { body: { title: 'Sure', probability } });
  expect([refused.status, refused.body]).toMatchObject([422, { errors: { probability: expect.anything() } }]);
});

test('a deal is shown with its notes and activities (C079)', async () => {
  const { id } = await make();
  await admin.call('POST /v1/admin/lead-engine/notes', { body: { dealId: id, text: 'Prefers mails' } });
  const activity = { dealId: id, type: 'call', subject: 'Call back', date: '2030-01-02', time: '09:30' };
  await admin.call('POST /v1/admin/lead-engine/activities', { body: activity });
  const shown = await read(id);
  expect(shown.notes.map(({ text }) => text)).toEqual(['Prefers mails']);
  expect(shown.activities).toMatchObject([{ type: 'call', subject: 'Call back', time: '09:30', done: false }]);
  expect(shown.nextActivity).toMatchObject({ subject: 'Call back', date: '2030-01-02' });
  expect((await admin.call(`GET ${deals}/:id`, { params: { id: 999_999 } })).status).toBe(404);
});

test('an update changes fields and the stage, and refuses an older version (C080)', async () => {
  const { id, version } = await make({ value: '10' });
  const moved = await patch(id, { value: '20', stageId: stage('PDF Sent'), version });
  expect([moved.status, moved.body]).toMatchObject([200, { value: { amount: '20.00' }, stageId: stage('PDF Sent') }]);
  const stale = await patch(id, { stageId: stage('Follow Up'), version });
  expect([stale.status, stale.body]).toMatchObject([412, { current: { stageId: stage('PDF Sent') } }]);
  expect((await patch(id, { stageId: 999_999 })).status).toBe(422);
  expect((await patch(999_999, { title: 'A' })).status).toBe(404);
});

test('a deleted deal is not listed and can be restored (C081)', async () => {
  const { id } = await make();
  expect((await admin.call(`DELETE ${deals}/:id`, { params: { id } })).status).toBe(204);
  expect(await idsOf({ mode: 'open' })).not.toContain(id);
  expect((await patch(id, { title: 'A' })).status).toBe(404);
  expect((await step(id, 'restore')).body.deletedAt).toBeNull();
  expect(await idsOf({ mode: 'open' })).toContain(id);
  expect((await step(id, 'restore')).status).toBe(409);
});

describe('statuses', () => {
  test('every step of the table is taken from its states, and any other is refused with a sentence', async () => {
    const take: Readonly<Record<string, (id: number) => Promise<{ status: number; body: unknown }>>> = {
      move: (id) => patch(id, { stageId: stages[1]?.id }),
      win: (id) => step(id, 'won'),
      lose: (id) => lose(id),
      reopen: (id) => step(id, 'reopen'),
    };
    expect(Object.keys(take).sort()).toEqual(Object.keys(leadDealMachine.events).sort());
    for (const state of leadDealStates)
      for (const event of Object.keys(take)) {
        const { id } = await make();
        if (state === 'won') await step(id, 'won');
        if (state === 'lost') await lose(id);
        const reply = await take[event]?.(id);
        const allowed = findStep(leadDealMachine, state, event, 'staff');
        const label = `${event} of a deal that is ${state}`;
        if (allowed) {
          expect([reply?.status, (await read(id)).status], label).toEqual([200, allowed.to]);
          continue;
        }
        expect([reply?.status, reply?.body], label).toMatchObject([
          409,
          {
            code: 'invalid_transition',
            message: expect.stringMatching(/\.$/),
            allowed: eventsFrom(leadDealMachine, state, 'staff'),
          },
        ]);
        expect((await read(id)).status, label).toBe(state);
      }
  });

  test('won sets closedAt and moves to the stage Signed On; only an open deal is won (C082) (S271)', async () => {
    const { id } = await make({ probability: 40 });
    const won = await step(id, 'won');
    expect([won.status, won.body]).toMatchObject([
      200,
      { status: 'won', stageId: stage('Signed On'), probability: 100, closedAt: expect.any(String) },
    ]);
    expect((await step(id, 'won')).status).toBe(409);
    expect((await lose(id)).status).toBe(409);
  });

  test('lost needs a reason, sets closedAt and moves to the stage Lost (C083) (S196)', async () => {
    const { id } = await make();
    expect((await lose(id, ' ')).status).toBe(422);
    const lost = await lose(id);
    expect([lost.status, lost.body]).toMatchObject([
      200,
      {
        status: 'lost',
        stageId: stage('Lost'),
        probability: 0,
        lostReason: 'Too expensive',
        closedAt: expect.any(String),
      },
    ]);
    expect((await lose(id)).status).toBe(409);
  });

  test('reopen returns a deal to its last stage and clears closedAt (C084) (S272)', async () => {
    const { id } = await make({ stageId: stage('Follow Up') });
    expect((await step(id, 'reopen')).status).toBe(409);
    await lose(id);
    const open = await step(id, 'reopen');
    expect([open.status, open.body]).toMatchObject([
      200,
      { status: 'open', stageId: stage('Follow Up'), closedAt: null, lostReason: '' },
    ]);
    await step(id, 'won');
    expect((await step(id, 'reopen')).body).toMatchObject({ status: 'open', stageId: stage('Follow Up') });
  });

  test('a stage that closes deals marks them: Signed On as won, Lost as lost with a reason (S270)', async () => {
    const { id } = await make();
    expect((await patch(id, { stageId: stage('Lost') })).body).toMatchObject({
      errors: { lostReason: expect.anything() },
    });
    expect((await read(id)).status).toBe('open');
    expect((await patch(id, { stageId: stage('Signed On') })).body.status).toBe('won');
    expect((await patch(id, { stageId: stage('First Contact') })).status).toBe(409);
    expect((await patch(id, { stageId: stage('Lost') })).status, 'not asked for a reason').toBe(409);
    const other = await make();
    const lost = await patch(other.id, { stageId: stage('Lost'), lostReason: 'No budget' });
    expect(lost.body).toMatchObject({ status: 'lost', lostReason: 'No budget' });
  });

  test('a stage refuses a deal without its required fields or a planned activity', async () => {
    const [id, stageId] = [pipeline, stage('PDF Sent')];
    const rules = { requiredFields: ['value', 'contact'], requiresActivity: true };
    await admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
      params: { id, stageId },
      body: rules,
    });
    const made = await make();
    const refused = await patch(made.id, { stageId });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        errors: {
          value: ['Value is required for PDF Sent.'],
          contact: ['Contact is required for PDF Sent.'],
          stageId: ['Plan an activity before you move the deal to PDF Sent.'],
        },
      },
    ]);
    const activity = { dealId: made.id, type: 'task', subject: 'Send the PDF', date: '2030-01-02' };
    await admin.call('POST /v1/admin/lead-engine/activities', { body: activity });
    expect((await patch(made.id, { stageId, value: '10', contact: 'Robin' })).status).toBe(200);
    const none = { requiredFields: [], requiresActivity: false };
    await admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
      params: { id, stageId },
      body: none,
    });
  });
});

test('deals are listed by mode, and archived ones only in their own (C077) (C085) (C086) (S354) (S355)', async () => {
  const made = await Promise.all([make(), make(), make(), make()]);
  const [open = 0, won = 0, lost = 0, archived = 0] = made.map(({ id }) => id);
  await step(won, 'won');
  await lose(lost);
  await lose(archived);
  expect((await step(archived, 'archive')).body.archivedAt).not.toBeNull();
  const modes = ['open', 'won', 'lost', 'archived'] as const;
  for (const [at, id] of [open, won, lost, archived].entries())
    for (const mode of modes) {
      const found = (await idsOf({ mode })).includes(id);
      expect(found, `${mode} ${at}`).toBe(modes[at] === mode);
    }
  expect((await step(archived, 'unarchive')).body).toMatchObject({ archivedAt: null, status: 'lost' });
  expect(await idsOf({ mode: 'lost' })).toContain(archived);
  const refused = await admin.call(`GET ${deals}`, { query: { mode: 'all' } });
  expect([refused.status, refused.body]).toMatchObject([422, { errors: { mode: expect.anything() } }]);
});

test('deals are filtered by owner, label, value, date and text (C077)', async () => {
  const other = await server.make.user({ role: 3 });
  const label = (await admin.call('POST /v1/admin/lead-engine/labels', { body: { name: 'Hot' } })).body;
  const marked = await make({ title: 'Needle 50%', value: '777', user: other.id, expectedCloseDate: '2031-02-03' });
  await admin.call(`PUT ${deals}/:id/labels`, { params: { id: marked.id }, body: { labels: [label.id] } });
  await make({ organization: 'Needle 50% Motors', value: '5' });
  await make({ title: 'Needle 501', expectedCloseDate: '2032-01-01' });
  const found = (query: object) => idsOf(query);
  for (const query of [
    { owner: other.id },
    { label: label.id },
    { valueFrom: 777, valueTo: 777 },
    { closeFrom: '2031-02-03', closeTo: '2031-02-03' },
  ]) {
    expect(await found(query)).toEqual([marked.id]);
    expect((await board(query)).cards.map(({ id }) => id)).toEqual([marked.id]);
  }
  expect(await found({ search: 'needle 50%' })).toHaveLength(2);
});

test('at most 1,000 deals with a search text are counted, and the list goes on behind them', async () => {
  const deal = {
    valueMinor: 0n,
    organizationId: null,
    contactId: null,
    ownerId: null,
    probability: null,
    priority: 'medium' as const,
    expectedCloseDate: null,
    createdAt: new Date(),
    stages: [{ name: 'First Contact', days: 1 }],
    closed: { state: 'lost' as const, reason: 'Price' },
  };
  const many = Array.from({ length: 1_001 }, (_, nth) => ({ ...deal, title: `Frequent ${nth}` }));
  const here = (await listPipelines(server.db)).find(({ id }) => id === pipeline);
  await addDeals(server.db, here as PipelineRow, many, 'CAD');
  const query = { pipeline, mode: 'lost', search: 'frequent', per_page: 100, page: 10 } as const;
  const { body } = await admin.call(`GET ${deals}`, { query });
  expect(body).toMatchObject({ total: 1_000, page_count: 10, capped: true, next: expect.any(String) });
  const behind = await admin.call(`GET ${deals}`, { query: { ...query, page: 1, after: body.next as string } });
  expect(behind.body.data).toHaveLength(1);
});

test('labels of a deal are set as a whole (C087)', async () => {
  const { id } = await make();
  const ids: number[] = [];
  for (const name of ['Fleet', 'Urgent'])
    ids.push((await admin.call('POST /v1/admin/lead-engine/labels', { body: { name, colour: 'red' } })).body.id);
  const set = (labels: number[]) => admin.call(`PUT ${deals}/:id/labels`, { params: { id }, body: { labels } });
  expect((await set(ids)).body.labels).toMatchObject([{ name: 'Fleet', colour: 'red' }, { name: 'Urgent' }]);
  expect((await set(ids.slice(1))).body.labels.map(({ name }) => name)).toEqual(['Urgent']);
  expect((await set([999_999])).status).toBe(422);
});

test('owners are the users with an admin role (C116)', async () => {
  const [superAdmin, dealer] = [await server.make.user({ role: 5 }), await server.make.user({ role: 4 })];
  const ids = (await admin.call('GET /v1/admin/lead-engine/owners')).body.map(({ id }) => id);
  expect([ids.includes(superAdmin.id), ids.includes(admin.userId ?? 0), ids.includes(dealer.id)]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('the board', () => {
  test('shows the cards of each stage in their order, and a move changes one place only', async () => {
    const [a, b, c] = [await make(), await make(), await make()];
    const order = async () =>
      (await board()).cards.filter(({ id }) => [a.id, b.id, c.id].includes(id)).map(({ id }) => id);
    expect(await order()).toEqual([c.id, b.id, a.id]);
    await patch(c.id, { afterId: b.id });
    expect(await order()).toEqual([b.id, c.id, a.id]);
    await patch(a.id, { afterId: null });
    expect(await order()).toEqual([a.id, b.id, c.id]);
    // More halvings than a floating point number has digits.
    // Until all keys are spread again: a board that follows must then read all cards.
    let followed = await board();
    for (let at = 0; at < 70; at += 1) {
      await patch(at % 2 === 0 ? c.id : b.id, { afterId: a.id });
      const answer = await board({ since: followed.version });
      followed = answer.complete ? answer : { ...answer, cards: mergedCards(followed.cards, answer.cards) };
      expect(placesOf(followed.cards)).toEqual(placesOf((await board()).cards));
    }
    expect(await order()).toEqual([a.id, b.id, c.id]);
  });

  test('reads only what changed since its version, and all of it after a change of the stages', async () => {
    const [moved, gone] = [await make(), await make()];
    const { version } = await board();
    await patch(moved.id, { stageId: stage('Contact Made') });
    await step(gone.id, 'won');
    const changes = await board({ since: version });
    expect(changes).toMatchObject({ complete: false, removed: [gone.id], version: version + 2 });
    expect(changes.cards).toMatchObject([{ id: moved.id, stageId: stage('Contact Made') }]);
    expect(await board({ since: changes.version })).toMatchObject({ cards: [], removed: [] });
    const [id, stageId] = [pipeline, stage('Follow Up')];
    await admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
      params: { id, stageId },
      body: { rotDays: 9 },
    });
    expect((await board({ since: changes.version })).complete).toBe(true);
    expect((await board({ since: changes.version + 1_000 })).complete).toBe(true);
  });

  test('equals the database after ten people moved the same cards at once', { timeout: 180_000 }, async () => {
    const cards = await Promise.all(Array.from({ length: 8 }, () => make()));
    const start = await board();
    const columns = ['First Contact', 'Contact Made', 'PDF Sent', 'Follow Up'].map(stage);
    const people = await Promise.all(Array.from({ length: 10 }, async () => patient(await server.as({ role: 3 }))));
    const statuses = await Promise.all(
      people.map(async (person, at) => {
        const answers: number[] = [];
        for (let turn = 0; turn < 12; turn += 1) {
          const card = cards[(at * 5 + turn * 3) % cards.length];
          const body = { stageId: columns[(at + turn) % columns.length], afterId: cards[turn % cards.length]?.id };
          answers.push((await person.call(`PATCH ${deals}/:id`, { params: { id: card?.id ?? 0 }, body })).status);
        }
        return answers;
      }),
    );
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    const changes = await board({ since: start.version });
    const [followed, fresh] = [applied(start, changes), await board()];
    expect(followed).toEqual(placesOf(fresh.cards));
    const { rows } = { rows: await server.db.selectFrom('lead_deals').select(['stage_id', 'position']).execute() };
    expect(new Set(rows.map((row) => `${row.stage_id} ${row.position}`)).size).toBe(rows.length);
  });

  test('follows the names of contacts, organizations and labels that its cards show', async () => {
    const base = '/v1/admin/lead-engine';
    const { id } = await make({ contact: 'Cara Old', organization: 'Old Garage' });
    const label = (await admin.call(`POST ${base}/labels`, { body: { name: 'Old label' } })).body.id;
    await admin.call(`PUT ${deals}/:id/labels`, { params: { id }, body: { labels: [label] } });
    let shown = (await board()).cards.find((card) => card.id === id);
    let { version } = await board();
    const contact = shown?.contact?.id ?? 0;
    const organization = shown?.organization?.id ?? 0;
    const other = async (path: 'contacts' | 'organizations') =>
      (await admin.call(`POST ${base}/${path}`, { body: { name: `New ${path}` } })).body.id;
    const [contactId, organizationId] = [await other('contacts'), await other('organizations')];
    const changes: [() => Promise<{ status: number }>, object][] = [
      [
        () => admin.call(`PATCH ${base}/contacts/:id`, { params: { id: contact }, body: { name: 'Cara New' } }),
        { contact: { name: 'Cara New' } },
      ],
      [
        async () =>
          admin.call(`PATCH ${base}/organizations/:id`, {
            params: { id: organization },
            body: { name: 'New Garage' },
            readAt: String(
              (await admin.call(`GET ${base}/organizations/:id`, { params: { id: organization } })).body.updated_at,
            ),
          }),
        { organization: { name: 'New Garage' } },
      ],
      [
        () => admin.call(`PATCH ${base}/labels/:id`, { params: { id: label }, body: { name: 'New label' } }),
        { labels: [{ name: 'New label' }] },
      ],
      [
        () =>
          admin.call(`POST ${base}/contacts/:id/merge`, { params: { id: contactId }, body: { contactId: contact } }),
        { contact: { id: contactId } },
      ],
      [
        () =>
          admin.call(`POST ${base}/organizations/:id/merge`, {
            params: { id: organizationId },
            body: { organizationId: organization },
          }),
        { organization: { id: organizationId } },
      ],
      [() => admin.call(`DELETE ${base}/labels/:id`, { params: { id: label } }), { labels: [] }],
    ];
    for (const [change, after] of changes) {
      expect((await change()).status).toBeLessThan(300);
      const answer = await board({ since: version });
      expect(answer.version).toBeGreaterThan(version);
      version = answer.version;
      shown = answer.cards.find((card) => card.id === id);
      expect(shown).toMatchObject(after);
    }
  });

  test('two people who move one card from the same version: the first wins, the second learns where it is', async () => {
    const { id, version } = await make();
    const answers = await Promise.all([
      patch(id, { stageId: stage('Contact Made'), version }),
      patch(id, { stageId: stage('Follow Up'), version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  type BoardCard = Awaited<ReturnType<typeof board>>['cards'][number];
  const mergedCards = (before: readonly BoardCard[], changed: readonly BoardCard[]) => [
    ...new Map([...before, ...changed].map((card) => [card.id, card])).values(),
  ];
  type Card = { id: number; stageId: number; position: number };
  const placesOf = (cards: readonly Card[]) =>
    [...cards]
      .sort((a, b) => a.stageId - b.stageId || a.position - b.position)
      .map((card) => `${card.stageId}:${card.id}`);
  const applied = (start: { cards: readonly Card[] }, changes: { cards: readonly Card[]; removed: number[] }) => {
    const cards = new Map(start.cards.map((card) => [card.id, card]));
    for (const id of changes.removed) cards.delete(id);
    for (const card of changes.cards) cards.set(card.id, card);
    return placesOf([...cards.values()]);
  };
});

test('the timeline has stages, changes, notes, comments, activities and files, newest first', async () => {
  const { id } = await make({ value: '5' });
  await patch(id, { value: '6' });
  await patch(id, { stageId: stage('Contact Made') });
  const note = (await admin.call('POST /v1/admin/lead-engine/notes', { body: { dealId: id, text: 'Asked twice' } }))
    .body;
  await admin.call('POST /v1/admin/lead-engine/comments', { body: { noteId: note.id, text: 'Answered' } });
  await admin.call(`POST ${deals}/:id/files`, {
    params: { id },
    ...form({}, { name: 'offer.pdf', bytes: Buffer.from('%PDF-1.7 offer') }),
  });
  const { data, more } = (await admin.call(`GET ${deals}/:id/timeline`, { params: { id } })).body;
  expect(more).toBe(false);
  expect(data.map(({ kind, title }) => [kind, title])).toEqual([
    ['file', 'offer.pdf'],
    ['comment', 'Comment on: Asked twice'],
    ['note', 'Note'],
    ['event', 'First Contact → Contact Made'],
    ['change', 'Edited'],
    ['event', 'Created in First Contact'],
  ]);
  expect(data[4]?.text).toBe('Value: 5.00 → 6.00');

  await patch(id, { contact: 'Kim Sample', expectedCloseDate: '2026-11-17' });
  const [changed] = (await admin.call(`GET ${deals}/:id/timeline`, { params: { id } })).body.data;
  expect(changed?.text).toBe('Contact: – → Kim Sample\nExpected close date: – → 17 November 2026');

  const person = (await admin.call('POST /v1/admin/lead-engine/contacts', { body: { name: 'Lee Partner' } })).body;
  await patch(id, { participants: [person.id] });
  const { files } = await read(id);
  await admin.call(`DELETE ${deals}/:id/files/:fileId`, { params: { id, fileId: files[0]?.id ?? '' } });
  const after = (await admin.call(`GET ${deals}/:id/timeline`, { params: { id } })).body.data;
  expect(after.slice(0, 2).map(({ title, text }) => [title, text])).toEqual([
    ['File removed', 'offer.pdf'],
    ['Edited', 'Participants: – → Lee Partner'],
  ]);
});

test('the timeline names the type of an activity once', async () => {
  const { id } = await make();
  const plan = { dealId: id, type: 'call' as const, date: '2030-01-02' };
  for (const subject of ['Call back', 'Ring the garage'])
    await admin.call('POST /v1/admin/lead-engine/activities', { body: { ...plan, subject } });
  const { data } = (await admin.call(`GET ${deals}/:id/timeline`, { params: { id } })).body;
  expect(data.filter(({ kind }) => kind === 'activity').map(({ title }) => title)).toEqual([
    'Call planned: Ring the garage',
    'Planned: Call back',
  ]);
});

test('a file of a deal is downloaded from that deal only, and removed', async () => {
  const [deal, other] = [await make(), await make()];
  const sent = { params: { id: deal.id }, ...form({}, { name: 'offer.pdf', bytes: Buffer.from('%PDF-1.7 offer') }) };
  const file = (await admin.call(`POST ${deals}/:id/files`, sent)).body;
  const get = (id: number) => admin.call(`GET ${deals}/:id/files/:fileId`, { params: { id, fileId: file.id } });
  expect((await get(deal.id)).raw.body).toBe('%PDF-1.7 offer');
  expect((await get(other.id)).status).toBe(404);
  expect((await read(deal.id)).files).toMatchObject([{ id: file.id, name: 'offer.pdf', sizeBytes: 14 }]);
  const params = { id: deal.id, fileId: file.id };
  expect((await admin.call(`DELETE ${deals}/:id/files/:fileId`, { params })).status).toBe(204);
  expect((await get(deal.id)).status).toBe(404);
});

test('a merged deal hands over its notes and people and disappears', async () => {
  const [kept, other] = [await make({ contact: 'Kept Person' }), await make({ contact: 'Other Person' })];
  await admin.call('POST /v1/admin/lead-engine/notes', { body: { dealId: other.id, text: 'From the other' } });
  const merge = (dealId: number) =>
    admin.call(`POST ${deals}/:id/merge`, { params: { id: kept.id }, body: { dealId } });
  expect((await merge(kept.id)).status).toBe(422);
  const merged = (await merge(other.id)).body;
  expect(merged).toMatchObject({ notes: [{ text: 'From the other' }], participants: [{ name: 'Other Person' }] });
  expect((await admin.call(`GET ${deals}/:id`, { params: { id: other.id } })).status).toBe(404);
  expect((await step(other.id, 'restore')).status).toBe(404);
  expect((await merge(other.id)).status).toBe(422);
});

test('a value is plain, has its separators in place and stays within what can be summed', async () => {
  expect((await make({ value: '12,345,678.90' })).value.amount).toBe('12345678.90');
  for (const value of ['1,2345', '12,34', '92233720368547758', '-1'])
    expect((await admin.call(`POST ${deals}`, { body: { title: 'Odd', pipeline, value } })).status, value).toBe(422);
});

test('a year that the database does not have is refused', async () => {
  const day = '0000-01-01';
  const { id } = await make();
  expect((await patch(id, { expectedCloseDate: day })).status).toBe(422);
  for (const url of [`deals?closeFrom=${day}`, `report?from=${day}`, `activities?from=${day}`])
    expect((await admin.request('GET', `/api/v1/admin/lead-engine/${url}`)).status, url).toBe(422);
});

test('the timeline pages through entries of one moment without losing any', async () => {
  const { id } = await make();
  await sql`insert into lead_notes (deal_id, text, created_at) select ${id}, 'Note ' || n, '2026-03-02T10:00:00.123456Z'
    from generate_series(1, 130) n`.execute(server.db);
  const keys: string[] = [];
  let last: { at: string; key: string } | undefined;
  for (let page = 0; page < 5; page += 1) {
    const query = last ? { before: last.at, beforeKey: last.key } : {};
    const { data, more } = (await admin.call(`GET ${deals}/:id/timeline`, { params: { id }, query })).body;
    keys.push(...data.map(({ key }) => key));
    last = data.at(-1);
    if (!more) break;
  }
  expect(new Set(keys).size).toBe(131);
  expect(keys).toHaveLength(131);
});

test('the rules of a stage hold for the button and for a new deal too', async () => {
  const rule = (requiredFields: string[]) =>
    admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
      params: { id: pipeline, stageId: stage('Signed On') },
      body: { requiredFields } as never,
    });
  await rule(['value']);
  const { id } = await make();
  expect([(await step(id, 'won')).status, (await patch(id, { stageId: stage('Signed On') })).status]).toEqual([
    422, 422,
  ]);
  await patch(id, { value: '100' });
  expect((await step(id, 'won')).status).toBe(200);
  await rule([]);
  await admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
    params: { id: pipeline, stageId: stage('Follow Up') },
    body: { requiredFields: ['contact'] },
  });
  const body = { title: 'No contact', pipeline, stageId: stage('Follow Up') };
  expect((await admin.call(`POST ${deals}`, { body })).body).toMatchObject({ errors: { contact: expect.anything() } });
  await admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
    params: { id: pipeline, stageId: stage('Follow Up') },
    body: { requiredFields: [] },
  });
});

test('a new deal does not start in a stage that requires a planned activity, unless it is the first', async () => {
  const rule = (name: string, requiresActivity: boolean) =>
    admin.call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
      params: { id: pipeline, stageId: stage(name) },
      body: { requiresActivity },
    });
  const add = (name: string) =>
    admin.call(`POST ${deals}`, { body: { title: 'No activity', pipeline, stageId: stage(name) } });
  for (const name of ['First Contact', 'Follow Up']) await rule(name, true);
  expect((await add('Follow Up')).body).toMatchObject({
    errors: { stageId: [expect.stringMatching(/planned activity/)] },
  });
  expect((await add('First Contact')).status).toBe(201);
  for (const name of ['First Contact', 'Follow Up']) await rule(name, false);
  expect((await add('Follow Up')).status).toBe(201);
});

test('a reopened deal leaves the archive and is on the board again', async () => {
  const { id } = await make();
  await lose(id);
  await step(id, 'archive');
  expect((await step(id, 'reopen')).body).toMatchObject({ status: 'open', archivedAt: null });
  expect((await board()).cards.map((card) => card.id)).toContain(id);
});

test('the deals without a card are part of the sums of their stage, and a change of them reads the whole board', async () => {
  const made = await admin.call('POST /v1/admin/lead-engine/pipelines', { body: { name: 'Full board' } });
  const deal = {
    title: 'Many',
    valueMinor: 1_050n,
    organizationId: null,
    contactId: null,
    ownerId: null,
    probability: null,
    priority: 'medium' as const,
    expectedCloseDate: null,
    createdAt: new Date(),
    stages: [{ name: 'First Contact', days: 1 }],
    closed: null,
  };
  const many = Array.from({ length: 1_003 }, () => deal);
  const ids = await addDeals(server.db, made.body, many, 'CAD');
  const full = await board({ pipeline: made.body.id });
  const money = (amount: string) => ({ amount, currency: 'CAD' });
  expect(full.cards).toHaveLength(1_000);
  expect(full.beyond).toEqual([
    { stageId: made.body.stages[0]?.id, count: 3, value: money('31.50'), weighted: money('3.15') },
  ]);
  // The first deals were added at the top, so the oldest ones are hidden.
  await patch(ids[0] ?? 0, { value: '20' });
  const after = await board({ pipeline: made.body.id, since: full.version });
  expect(after.complete).toBe(true);
  expect(after.beyond).toMatchObject([{ count: 3, value: money('41.00') }]);
});

test('recently closed deals are summed by currency', async () => {
  const made = await admin.call('POST /v1/admin/lead-engine/pipelines', { body: { name: 'Two currencies' } });
  const [one, two] = [
    await make({ pipeline: made.body.id, value: '5' }),
    await make({ pipeline: made.body.id, value: '7' }),
  ];
  await server.db.updateTable('lead_deals').set({ currency: 'JPY' }).where('id', '=', two.id).execute();
  for (const { id } of [one, two]) await step(id, 'won');
  expect((await board({ pipeline: made.body.id })).closed).toEqual([
    { status: 'won', count: 1, value: { amount: '5.00', currency: 'CAD' } },
    { status: 'won', count: 1, value: { amount: '700', currency: 'JPY' } },
  ]);
});

test('the totals of closed deals follow the filters of the board', async () => {
  const { id } = await make({ user: null });
  await step(id, 'won');
  const wonBy = async (query: object) => (await board(query)).closed.find(({ status }) => status === 'won')?.count ?? 0;
  expect(await wonBy({ owner: 999_999 })).toBe(0);
  expect(await wonBy({})).toBeGreaterThan(0);
});

test('a deleted deal gets no notes or activities, and its own are neither listed nor overdue', async () => {
  const { id } = await make();
  const activity = { type: 'call' as const, subject: 'Call about the deleted deal', date: '2020-01-02', dealId: id };
  await admin.call('POST /v1/admin/lead-engine/activities', { body: activity });
  const overdue = async () =>
    (await admin.call('GET /v1/admin/lead-engine/activities', { query: { overdue: 'true' } })).body.data.filter(
      ({ subject }) => subject === activity.subject,
    ).length;
  const listed = async () =>
    (await admin.call('GET /v1/admin/lead-engine/activities', { query: { search: activity.subject } })).body.total;
  expect([await overdue(), await listed()]).toEqual([1, 1]);
  await admin.call(`DELETE ${deals}/:id`, { params: { id } });
  expect([await overdue(), await listed()]).toEqual([0, 0]);
  expect((await admin.call('POST /v1/admin/lead-engine/activities', { body: activity })).status).toBe(422);
  expect((await admin.call('POST /v1/admin/lead-engine/notes', { body: { dealId: id, text: 'Late' } })).status).toBe(
    422,
  );
});

test('a closed deal is not merged into another, which would take it out of the report', async () => {
  const [kept, won] = [await make(), await make()];
  await step(won.id, 'won');
  const merged = await admin.call(`POST ${deals}/:id/merge`, { params: { id: kept.id }, body: { dealId: won.id } });
  expect(merged.body).toMatchObject({ errors: { dealId: ['Only an open deal can be merged into another.'] } });
});
