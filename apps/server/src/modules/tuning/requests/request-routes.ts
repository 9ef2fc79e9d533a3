import type { tuningRequestPurchases } from '@tuneport/contract/tuning-request-purchases';
import type { tuningRequests } from '@tuneport/contract/tuning-requests';
import type { tuningRequestsAdmin } from '@tuneport/contract/tuning-requests-admin';
import type { tuningWork } from '@tuneport/contract/tuning-work';
import {
  moneyStateOf,
  type TuneRequestState,
  tuneRequestNumber,
  tuneRequestSentences,
} from '@tuneport/domain/tune-request-states';
import { sql } from 'kysely';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Context, handlers } from '../../../platform/http/context.ts';
import { fingerprintOf, sentBody } from '../../../platform/http/idempotency.ts';
import { watchRecord } from '../../../platform/http/live.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { giveUpTry, linkPurchase, methodOf, presentBought, purchaseReader, type Tender } from '../../store/index.ts';
import { addFile } from './add-file.ts';
import { assignable, assignRequest } from './assign-request.ts';
import { applyCredits, buyRequest, estimateRequest, requireFree } from './buy-request.ts';
import { changeRequest } from './change-request.ts';
import { fetchFile, issueDownloadToken } from './fetch-file.ts';
import { beginWork } from './follow-purchase.ts';
import { followUpRequest } from './follow-up-request.ts';
import { installersFor } from './installers.ts';
import { openRequest } from './open-request.ts';
import { presentFile, presentListed, presentRequest } from './present-request.ts';
import { doerOf, isCustomerOf, readerOf, speaksFor } from './request-policy.ts';
import {
  countInWork,
  inWork,
  isUnchanged,
  listRequests,
  type MessageRow,
  messagesOf,
  poolsOf,
  type RequestRow,
  requestFor,
  requestPulse,
  requestsInWork,
} from './request-queries.ts';
import { requestTopic, stepRequest, touchRequest } from './step-request.ts';
import { taken, takeStep } from './take-step.ts';
import { tellInformation } from './tell-information.ts';
import { writeInThread } from './write-message.ts';

async function readable(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await requestFor(db, id, readerOf(actor), lock);
  if (!request) throw new Refusal('not_found');
  return request;
}

/** For what only the customer does: nobody acts in their place. */
async function customers(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await readable(db, actor, id, lock);
  if (!isCustomerOf(readerOf(actor), request)) throw new Refusal('not_found');
  return request;
}

/** For what its customer does, or staff for them. */
async function notTuners(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await readable(db, actor, id, lock);
  if (speaksFor(readerOf(actor), request) === 'tuner') throw new Refusal('not_found');
  return request;
}

const benchOf = ({ db, platform, now }: Pick<Context, 'db' | 'platform' | 'now'>) => ({ db, platform, now });

const presentMessage = (row: MessageRow) => ({
  id: row.id,
  by: row.kind as 'customer' | 'house' | 'note',
  author: row.author,
  text: row.text,
  created_at: row.created_at,
});

const unpaidStates = ['needs_information', 'matched', 'unsupported'];

type Requests = typeof tuningRequests & typeof tuningRequestPurchases & typeof tuningWork;

export const tuningRequestRoutes = handlers<Requests>({
  'GET /v1/tune-requests': async ({ db, actor, query }) => {
    const reader = readerOf(actor);
    const page = await listRequests(db, reader, query);
    return { ...page, data: page.data.map((row) => presentListed(row, reader)) };
  },
  'POST /v1/tune-requests': async ({ db, platform, actor, region, now, body, files, requestKey }) => {
    const key = fingerprintOf(requestKey, null, null, sentBody(body, files)).toString('hex');
    const request = await openRequest(platform, { actor: signedIn(actor), region, now, wish: body, files, key });
    return presentRequest(db, request, readerOf(actor));
  },
  'GET /v1/tune-requests/:id': async ({ db, actor, params }) =>
    presentRequest(db, await readable(db, actor, params.id), readerOf(actor)),
  'GET /v1/tune-requests/:id/poll': async ({ db, actor, params, query }) => {
    const reader = readerOf(actor);
    const untilNewsOf = requestTopic(params.id);
    if (await isUnchanged(db, params.id, reader, query.since))
      return { status: 304, headers: { 'cache-control': 'private, no-store', etag: `"${query.since}"` }, untilNewsOf };
    const pulse = await requestPulse(db, params.id, reader);
    if (!pulse) throw new Refusal('not_found');
    const headers = { 'cache-control': 'private, no-store', etag: `"${pulse.version}"` };
    if (pulse.version === query.since) return { status: 304, headers, untilNewsOf };
    const money = moneyStateOf(pulse.purchase_state, pulse.estimate_hash !== null);
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ state: pulse.state, money, version: pulse.version }),
    };
  },
  'GET /v1/tune-requests/:id/live': (context) =>
    watchRecord(context, {
      topic: requestTopic(context.params.id),
      versionFor: async (actor) =>
        (await requestPulse(context.db, context.params.id, readerOf(actor)))?.version ?? null,
    }),
  'PATCH /v1/tune-requests/:id': async ({ db, platform, actor, now, params, body }) => {
    const request = await readable(db, actor, params.id, 'lock');
    const changed = await changeRequest({ db, platform, now }, request, doerOf(actor, request), body);
    return presentRequest(db, changed, readerOf(actor));
  },
  'DELETE /v1/tune-requests/:id': async (context) => {
    const { db, actor, params } = context;
    const request = await notTuners(db, actor, params.id, 'lock');
    if (request.queued_at !== null)
      throw new Refusal('already_committed', { message: 'This request is paid. It can be cancelled, not deleted.' });
    await stepRequest(benchOf(context), request, 'delete', doerOf(actor, request));
  },
  'POST /v1/tune-requests/:id/steps': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readable(db, actor, params.id, 'lock');
    const after = await takeStep(benchOf(context), request, actor, body.event, body.reason);
    return presentRequest(db, after, readerOf(actor));
  },
  'POST /v1/tune-requests/:id/follow-up': async (context) => {
    const { db, actor, params, body } = context;
    const parent = await customers(db, actor, params.id, 'lock');
    const child = await followUpRequest(benchOf(context), parent, signedIn(actor), body.wishes);
    return presentRequest(db, child, readerOf(actor));
  },
  'GET /v1/tune-requests/:id/support': async ({ db, actor, params }) => {
    const request = await readable(db, actor, params.id);
    const notes = speaksFor(readerOf(actor), request) !== 'customer';
    return { data: (await messagesOf(db, request.id, notes)).map(presentMessage) };
  },
  'POST /v1/tune-requests/:id/support': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readable(db, actor, params.id, 'lock');
    return presentMessage(
      await writeInThread(benchOf(context), request, actor, { text: body.message, note: body.note }),
    );
  },
  'POST /v1/tune-requests/:id/help': async (context) => {
    const { db, actor, now, params, body } = context;
    const request = await customers(db, actor, params.id, 'lock');
    requireUnpaid(request);
    const information = tellInformation(request, body.information, now);
    const told = await touchRequest(benchOf(context), request, { information });
    return presentMessage(await writeInThread(benchOf(context), told, actor, { text: body.message, note: false }));
  },
  'POST /v1/tune-requests/:id/custom-tuning': async (context) => {
    const { db, actor, params, body } = context;
    const request = await customers(db, actor, params.id, 'lock');
    requireUnpaid(request);
    const information = JSON.stringify({
      ...(request.information as object),
      ...(body.modifications === '' ? {} : { changed_parts: body.modifications }),
    });
    const told = await touchRequest(benchOf(context), request, { information, wishes: body.wishes });
    const text = `A custom tune, please: ${body.wishes}`;
    return presentMessage(await writeInThread(benchOf(context), told, actor, { text, note: false }));
  },
  'POST /v1/tune-requests/:id/estimate': ({ platform, actor, now, params, body }) =>
    estimateRequest(platform, { actor: signedIn(actor), now }, params.id, body),
  'POST /tune-credits/apply': ({ platform, actor, now, body }) =>
    applyCredits(platform, { actor: signedIn(actor), now }, body.request_id, body.credit_ids),
  'POST /v1/tune-requests/:id/pay': async ({ db, platform, actor, now, params, body, requestKey }) => {
    const tender: Tender = { kind: 'card', billing: body.billing, method: methodOf(body.method) };
    const key = fingerprintOf(requestKey, null, null, body).toString('hex');
    const asking = { actor: signedIn(actor), now };
    return presentBought(db, await buyRequest(platform, asking, params.id, body, { tender, requestKey: key }));
  },
  'POST /v1/tune-requests/:id/pay-later': async ({ db, platform, actor, now, params, body, requestKey }) => {
    const { dealer, card } = body;
    const method = methodOf(card?.method);
    const tender: Tender =
      card && method
        ? { kind: 'split', dealer, card: { amount: card.amount, currency: card.currency }, method }
        : { kind: 'account', dealer };
    const key = fingerprintOf(requestKey, null, null, body).toString('hex');
    const asking = { actor: signedIn(actor), now };
    return presentBought(db, await buyRequest(platform, asking, params.id, body, { tender, requestKey: key }));
  },
  'POST /v1/tune-requests/:id/free': async ({ db, platform, actor, now, params, body, requestKey }) => {
    const asking = { actor: signedIn(actor), now };
    const { country_code, state } = body.billing;
    await requireFree(platform, asking, params.id, { estimate_hash: body.estimate_hash, country_code, state });
    const tender: Tender = { kind: 'card', billing: body.billing, method: null };
    const key = fingerprintOf(requestKey, null, null, body).toString('hex');
    return presentBought(db, await buyRequest(platform, asking, params.id, body, { tender, requestKey: key }));
  },
  'POST /v1/tune-requests/:id/link-purchase': async (context) => {
    const { db, actor, now, params, body } = context;
    const bench = benchOf(context);
    const request = await notTuners(db, actor, params.id, 'lock');
    if (request.state !== 'matched')
      throw request.queued_at === null
        ? new Refusal('invalid_transition', {
            message: 'Name the car first, then link a purchase.',
            allowed: ['supply'],
          })
        : new Refusal('already_committed', { message: 'This request is paid already.' });
    if (isCustomerOf(readerOf(actor), request)) await giveUpTry(db, request.id, { actorId: actor.userId, now });
    const linked = await linkPurchase(db, {
      id: body.purchase_id,
      requestId: request.id,
      reader: purchaseReader(signedIn(actor)),
      actorId: signedIn(actor).userId,
      now,
    });
    // Staff read everybody's purchases; what one customer paid does not pay for another.
    if (linked.user_id !== request.user_id && (linked.dealer_id === null || linked.dealer_id !== request.dealer_id))
      throw fieldRefusal({ purchase_id: ['This was bought by somebody else than who sent the file.'] });
    const begun = await beginWork(bench, request, linked);
    if (!begun)
      throw fieldRefusal({
        purchase_id: ['What was bought is not for this car. Choose another purchase, or write to us.'],
      });
    return presentRequest(db, begun, readerOf(actor));
  },
  'GET /v1/tune-requests/:id/raw': ({ db, platform, actor, now, params, caller }) =>
    fetchFile({ db, platform, now }, { actor, id: params.id, fileId: 'original', range: caller.range }),
  'POST /v1/tune-requests/:id/token': async ({ db, actor, now, params }) =>
    issueDownloadToken(db, await notTuners(db, actor, params.id), actor.userId, now),
  'GET /v1/tune-requests/:id/dealers': async ({ db, actor, params, query }) => ({
    data: await installersFor(db, await notTuners(db, actor, params.id), query.near),
  }),
  'GET /v1/tune-requests/:id/files': async ({ db, actor, params }) => {
    const request = await readable(db, actor, params.id);
    return { data: (await presentRequest(db, request, readerOf(actor))).files };
  },
  'POST /v1/tune-requests/:id/files': async ({ db, platform, actor, now, params, body, files }) => {
    const added = await addFile(platform, actor, now, { id: params.id, kind: body.kind, note: body.note, files });
    const request = await readable(db, actor, params.id);
    return presentFile(request, added, speaksFor(readerOf(actor), request));
  },
  'GET /v1/tune-requests/:id/files/:fileId': ({ db, platform, actor, now, params, query, caller }) =>
    fetchFile(
      { db, platform, now },
      { actor, id: params.id, fileId: params.fileId, token: query.token, range: caller.range },
    ),
  'GET /pipeline': async ({ db, actor, query }) => {
    const reader = readerOf(actor);
    const totals = await countInWork(db, reader, inWork, query.pool);
    const data = [];
    for (const state of inWork) {
      const rows = totals.has(state) ? await requestsInWork(db, reader, state, query.pool) : [];
      data.push({ state, total: totals.get(state) ?? 0, requests: rows.map((row) => presentListed(row, reader)) });
    }
    return { data };
  },
  'GET /recent-updates': async ({ db, actor, query, now }) => ({
    data: await recentUpdates(
      db,
      signedIn(actor).userId,
      query.since === undefined ? new Date(now.getTime() - 14 * 86_400_000) : new Date(query.since),
    ),
  }),
  'GET /tune-pools': async ({ db, actor }) => ({ data: await poolsOf(db, readerOf(actor)) }),
  'GET /tune-pools/:id': async ({ db, actor, params }) => {
    const reader = readerOf(actor);
    const [pool] = await poolsOf(db, reader, params.id);
    if (!pool) throw new Refusal('not_found');
    const waiting = await requestsInWork(db, reader, 'queued', pool.id);
    return { ...pool, requests: waiting.map((row) => presentListed(row, reader)) };
  },
  'POST /tune-pools/:id/requests/:requestId/take': async (context) => {
    const { db, actor, params } = context;
    const [pool] = await poolsOf(db, readerOf(actor), params.id);
    if (!pool) throw new Refusal('not_found');
    const request = await readable(db, actor, params.requestId, 'lock');
    if (request.state === 'in_progress' && request.worker_id !== actor.userId) throw taken(request, actor);
    return presentRequest(db, await takeStep(benchOf(context), request, actor, 'claim', ''), readerOf(actor));
  },
});

export const tuningRequestAdminRoutes = handlers<typeof tuningRequestsAdmin>({
  'GET /v1/admin/tune-requests': async ({ db, actor, query: { assignee, ...query } }) => {
    const reader = readerOf(actor);
    const worker = assignee === 'me' ? actor.userId : assignee === 'nobody' ? null : assignee;
    const page = await listRequests(db, reader, { ...query, worker });
    return { ...page, data: page.data.map((row) => presentListed(row, reader)) };
  },
  'GET /v1/admin/tune-requests/:id/tuners': async ({ db, actor, params }) => ({
    data: [...(await assignable(db, await readable(db, actor, params.id)))],
  }),
  'POST /v1/admin/tune-requests/:id/assign': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readable(db, actor, params.id, 'lock');
    return presentRequest(db, await assignRequest(benchOf(context), request, actor, body), readerOf(actor));
  },
  'POST /v1/admin/tune-requests/:id/state': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readable(db, actor, params.id, 'lock');
    const after = await takeStep(benchOf(context), request, actor, body.event, body.reason);
    return presentRequest(db, after, readerOf(actor));
  },
});

function requireUnpaid(request: RequestRow): void {
  if (unpaidStates.includes(request.state)) return;
  throw new Refusal('already_committed', { message: 'This request is paid or over. Write in its thread instead.' });
}

async function recentUpdates(db: Db, userId: number, since: Date) {
  const { rows } = await sql<{ id: number; vehicle: string; state: string; event: string; at: Date }>`
    select r.id, r.vehicle, r.state, e.event, e.at from tune_requests r
      join lateral (select event, at from tune_request_events e where e.request_id = r.id order by e.id desc limit 1) e on true
    where r.user_id = ${userId} and r.state <> 'deleted' and e.at > ${since} order by e.at desc limit 25`.execute(db);
  return rows.map(({ state, ...row }) => ({
    ...row,
    number: tuneRequestNumber(row.id),
    sentence: tuneRequestSentences[state as TuneRequestState],
  }));
}
