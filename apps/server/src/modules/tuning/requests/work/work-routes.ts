import type { tuningRequestsAdmin } from '@tuneport/contract/tuning/tuning-requests-admin';
import type { tuningWork } from '@tuneport/contract/tuning/tuning-work';
import {
  type TuneRequestState,
  tuneRequestNumber,
  tuneRequestSentences,
} from '@tuneport/domain/tuning/tune-request-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../../platform/db/db.ts';
import { handlers } from '../../../../platform/http/context.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { ownershipOf } from '../../../dealers/index.ts';
import { presentListed, presentRequest } from '../present-request.ts';
import { readRequest } from '../read-request.ts';
import { countInWork, inWork, listRequests, poolsOf, requestsInWork, updatesOf } from '../request-lists.ts';
import { type RequestViewer, viewerOf } from '../request-policy.ts';
import { taken, takeStep } from '../take-step.ts';
import { assignable, assignRequest } from './assign-request.ts';

const recentDays = 14;

async function poolFor(db: Db, viewer: RequestViewer, id: number) {
  const [pool] = await poolsOf(db, viewer, id);
  if (!pool) throw new Refusal('not_found');
  return pool;
}

export const tuningWorkRoutes = handlers<typeof tuningWork>({
  'GET /pipeline': async ({ db, actor, query }) => {
    const viewer = viewerOf(actor);
    const totals = await countInWork(db, viewer, inWork, query.pool);
    const data = [];
    for (const state of inWork) {
      const rows = totals.has(state) ? await requestsInWork(db, viewer, state, query.pool) : [];
      data.push({ state, total: totals.get(state) ?? 0, requests: rows.map((row) => presentListed(row, viewer)) });
    }
    return { data };
  },
  'GET /recent-updates': async ({ db, actor, query, now }) => {
    const since = query.since ?? now.getTime() - recentDays * dayMs;
    const rows = await updatesOf(db, ownershipOf(actor), new Date(since));
    return {
      data: rows.map(({ state, ...row }) => ({
        ...row,
        number: tuneRequestNumber(row.id),
        sentence: tuneRequestSentences[state as TuneRequestState],
      })),
    };
  },
  'GET /tune-pools': async ({ db, actor }) => ({ data: await poolsOf(db, viewerOf(actor)) }),
  'GET /tune-pools/:id': async ({ db, actor, params }) => {
    const viewer = viewerOf(actor);
    const pool = await poolFor(db, viewer, params.id);
    const waiting = await requestsInWork(db, viewer, 'queued', pool.id);
    return { ...pool, requests: waiting.map((row) => presentListed(row, viewer)) };
  },
  'POST /tune-pools/:id/requests/:requestId/take': async (context) => {
    const { db, actor, params } = context;
    const viewer = viewerOf(actor);
    await poolFor(db, viewer, params.id);
    const request = await readRequest(db, actor, params.requestId, 'lock');
    if (request.state === 'in_progress' && request.worker_id !== actor.userId) throw taken(request, actor);
    return presentRequest(db, await takeStep(context, request, actor, { event: 'claim' }), viewer);
  },
});

export const tuningRequestAdminRoutes = handlers<typeof tuningRequestsAdmin>({
  'GET /v1/admin/tune-requests': async ({ db, actor, query: { assignee, ...query } }) => {
    const viewer = viewerOf(actor);
    // Tuners see names, not accounts: filtering by account would reveal whose requests they are.
    if (query.customer !== undefined && !viewer.staff) throw new Refusal('forbidden');
    const worker = assignee === 'me' ? actor.userId : assignee === 'nobody' ? null : assignee;
    const page = await listRequests(db, viewer, { ...query, worker });
    return { ...page, data: page.data.map((row) => presentListed(row, viewer)) };
  },
  'GET /v1/admin/tune-requests/:id/tuners': async ({ db, actor, params }) => ({
    data: [...(await assignable(db, await readRequest(db, actor, params.id)))],
  }),
  'POST /v1/admin/tune-requests/:id/assign': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readRequest(db, actor, params.id, 'lock');
    return presentRequest(db, await assignRequest(context, request, actor, body), viewerOf(actor));
  },
  'POST /v1/admin/tune-requests/:id/state': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readRequest(db, actor, params.id, 'lock');
    const after = await takeStep(context, request, actor, body);
    return presentRequest(db, after, viewerOf(actor));
  },
});
