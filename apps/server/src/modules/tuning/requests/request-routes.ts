import type { tuningRequests } from '@tuneport/contract/tuning/tuning-requests';
import { moneyStateOf } from '@tuneport/domain/tuning/tune-request-states';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { fingerprintOf, sentBody } from '../../../platform/http/mount/idempotency.ts';
import { watchRecord } from '../../../platform/http/mount/live.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { changeRequest } from './change-request.ts';
import { addFile } from './files/add-file.ts';
import { fetchFile, issueDownloadToken } from './files/fetch-file.ts';
import { followUpRequest } from './follow-up-request.ts';
import { openRequest } from './open-request.ts';
import { presentFile, presentFiles, presentListed, presentMessage, presentRequest } from './present-request.ts';
import { readAsCustomer, readForCustomer, readRequest } from './read-request.ts';
import { listRequests } from './request-lists.ts';
import { initiatorOf, speaksFor, viewerOf } from './request-policy.ts';
import { filesOf, isUnchanged, messagesOf, requestVersion } from './request-queries.ts';
import { requestTopic, stepRequest } from './step-request.ts';
import { takeStep } from './take-step.ts';
import { writeInThread } from './thread/write-message.ts';
import { askForCustomTune, askForHelp } from './work/ask-tuners.ts';

export const tuningRequestRoutes = handlers<typeof tuningRequests>({
  'GET /v1/tune-requests': async ({ db, actor, query }) => {
    const viewer = viewerOf(actor);
    const page = await listRequests(db, viewer, query);
    return { ...page, data: page.data.map((row) => presentListed(row, viewer)) };
  },
  'POST /v1/tune-requests': async ({ db, platform, actor, region, now, body, files, requestKey }) => {
    const key = fingerprintOf(requestKey, null, null, sentBody(body, files)).toString('hex');
    const request = await openRequest(platform, { actor: signedIn(actor), region, now, input: body, files, key });
    return presentRequest(db, request, viewerOf(actor));
  },
  'GET /v1/tune-requests/:id': async ({ db, actor, params }) =>
    presentRequest(db, await readRequest(db, actor, params.id), viewerOf(actor)),
  'GET /v1/tune-requests/:id/poll': async ({ db, actor, params, query }) => {
    const viewer = viewerOf(actor);
    const notModifiedUntil = requestTopic(params.id);
    if (await isUnchanged(db, params.id, viewer, query.since))
      return {
        status: 304,
        headers: { 'cache-control': 'private, no-store', etag: `"${query.since}"` },
        notModifiedUntil,
      };
    const current = await requestVersion(db, params.id, viewer);
    if (!current) throw new Refusal('not_found');
    const headers = { 'cache-control': 'private, no-store', etag: `"${current.version}"` };
    if (current.version === query.since) return { status: 304, headers, notModifiedUntil };
    const money = moneyStateOf(current);
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ state: current.state, money, version: current.version }),
    };
  },
  'GET /v1/tune-requests/:id/live': (context) =>
    watchRecord(context, {
      topic: requestTopic(context.params.id),
      versionFor: async (actor) =>
        (await requestVersion(context.db, context.params.id, viewerOf(actor)))?.version ?? null,
    }),
  'PATCH /v1/tune-requests/:id': async ({ db, platform, actor, now, params, body }) => {
    const request = await readRequest(db, actor, params.id, 'lock');
    const changed = await changeRequest({ db, platform, now }, request, initiatorOf(actor, request), body);
    return presentRequest(db, changed, viewerOf(actor));
  },
  'DELETE /v1/tune-requests/:id': async (context) => {
    const { db, actor, params } = context;
    const request = await readForCustomer(db, actor, params.id, 'lock');
    if (request.queued_at !== null)
      throw new Refusal('already_committed', {
        message: 'This request is paid. You can cancel it, but not delete it.',
      });
    await stepRequest(context, request, 'delete', initiatorOf(actor, request));
  },
  'POST /v1/tune-requests/:id/steps': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readRequest(db, actor, params.id, 'lock');
    const after = await takeStep(context, request, actor, body);
    return presentRequest(db, after, viewerOf(actor));
  },
  'POST /v1/tune-requests/:id/follow-up': async (context) => {
    const { db, actor, params, body } = context;
    const parent = await readAsCustomer(db, actor, params.id, 'lock');
    const child = await followUpRequest(context, parent, signedIn(actor), body.wishes);
    return presentRequest(db, child, viewerOf(actor));
  },
  'GET /v1/tune-requests/:id/support': async ({ db, actor, params }) => {
    const request = await readRequest(db, actor, params.id);
    const notes = speaksFor(viewerOf(actor), request) !== 'customer';
    return { data: (await messagesOf(db, request.id, notes)).map(presentMessage) };
  },
  'POST /v1/tune-requests/:id/support': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readRequest(db, actor, params.id, 'lock');
    return presentMessage(await writeInThread(context, request, actor, { text: body.message, note: body.note }));
  },
  'POST /v1/tune-requests/:id/help': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readAsCustomer(db, actor, params.id, 'lock');
    return presentMessage(await askForHelp(context, request, actor, body));
  },
  'POST /v1/tune-requests/:id/custom-tuning': async (context) => {
    const { db, actor, params, body } = context;
    const request = await readAsCustomer(db, actor, params.id, 'lock');
    return presentMessage(await askForCustomTune(context, request, actor, body));
  },
  'GET /v1/tune-requests/:id/raw': (context) => {
    const { actor, params, clientInfo } = context;
    return fetchFile(context, { actor, id: params.id, fileId: 'original', range: clientInfo.range });
  },
  'POST /v1/tune-requests/:id/token': async ({ db, actor, now, params }) =>
    issueDownloadToken(db, await readForCustomer(db, actor, params.id), actor.userId, now),
  'GET /v1/tune-requests/:id/files': async ({ db, actor, params }) => {
    const request = await readRequest(db, actor, params.id);
    return { data: presentFiles(request, await filesOf(db, request.id), speaksFor(viewerOf(actor), request)) };
  },
  'POST /v1/tune-requests/:id/files': async ({ db, platform, actor, now, params, body, files }) => {
    const added = await addFile(platform, actor, now, { id: params.id, kind: body.kind, note: body.note, files });
    const request = await readRequest(db, actor, params.id);
    return presentFile(request, added, speaksFor(viewerOf(actor), request));
  },
  'GET /v1/tune-requests/:id/files/:fileId': (context) => {
    const { actor, params, query, clientInfo } = context;
    const { id, fileId } = params;
    return fetchFile(context, { actor, id, fileId, token: query.token, range: clientInfo.range });
  },
});
