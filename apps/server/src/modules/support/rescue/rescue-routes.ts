import type { supportRescue } from '@tuneport/contract/support/support-rescue';
import type { supportRescueAdmin } from '@tuneport/contract/support/support-rescue-admin';
import { may } from '@tuneport/domain/identity/permissions';
import type { RescueSymptom } from '@tuneport/domain/support/rescue-checklist';
import { readRescueCode } from '@tuneport/domain/support/rescue-code';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { proveHuman } from '../../settings/index.ts';
import { sendSupportFile } from '../files/send-support-file.ts';
import { supportContextOf } from '../support-context.ts';
import { answersTo } from '../tickets/open-ticket.ts';
import { answerRescue } from './answer-rescue.ts';
import { moveRescue, rescueStaff } from './move-rescue.ts';
import { presentAdminRescue, presentRescue, presentRescueHead } from './present-rescue.ts';
import { fixWithCounts, listFixes, listRescues, rescueByCode, rescueFor } from './rescue-queries.ts';
import { deleteFix, saveFix } from './save-fix.ts';
import { codeHashOf, startRescue } from './start-rescue.ts';

async function followed(db: Db, actor: Actor, id: number, code: string | undefined, lock?: 'lock') {
  const staff = actor.signedIn && may(actor, 'rescue.read');
  const codeHash = codeHashOf(code);
  const rescue = await rescueFor(db, id, { userId: actor.userId, staff, codeHash }, lock);
  if (!rescue) throw await noRecord(db, 'rescue', id, codeHash);
  return rescue;
}

const anybodys = { userId: null, staff: true, codeHash: null } as const;

async function known(db: Db, id: number, lock?: 'lock') {
  const rescue = await rescueFor(db, id, anybodys, lock);
  if (!rescue) throw new Refusal('not_found');
  return rescue;
}

async function fix(db: Db, id: number) {
  const found = await fixWithCounts(db, id);
  if (!found) throw new Refusal('not_found');
  return { ...found, symptom: found.symptom as RescueSymptom | null };
}

export const supportRescueRoutes = handlers<typeof supportRescue>({
  'POST /rescue-sessions': async ({ db, platform, actor, clientInfo, now, body }) => {
    const { recaptcha_token, ...input } = body;
    await proveHuman(platform, recaptcha_token, clientInfo.address);
    const support = await supportContextOf({ db, platform, now });
    const email = await answersTo(support, actor, input.email);
    const { rescue, code } = await startRescue(support, { ...input, email, userId: actor.userId });
    return { ...(await presentRescue(support, rescue)), token: code };
  },
  'POST /rescue-sessions/open': async ({ db, body }) => {
    const hash = codeHashOf(body.code);
    const found = hash && (await rescueByCode(db, hash));
    if (!found) throw fieldRefusal({ code: ["We don't recognize this code. Check the letters."] });
    // An expired code opens the page too, which then offers a new one.
    return { id: found.id, token: readRescueCode(body.code) ?? body.code };
  },
  'GET /rescue-sessions/:id': async ({ db, platform, actor, params, query, now }) =>
    presentRescue(await supportContextOf({ db, platform, now }), await followed(db, actor, params.id, query.token)),
  'PATCH /rescue-sessions/:id': async ({ db, platform, actor, params, body, now }) => {
    const support = await supportContextOf({ db, platform, now });
    const rescue = await followed(db, actor, params.id, body.token, 'lock');
    return presentRescue(support, await answerRescue(support, rescue, actor, body));
  },
  'GET /rescue-sessions/:id/files/:fileId': async ({ db, platform, actor, params, query, clientInfo }) => {
    const { id } = await followed(db, actor, params.id, query.token);
    const wanted = { fileId: params.fileId, of: { sessionId: id }, notes: true, range: clientInfo.range };
    return sendSupportFile(db, platform.files, wanted);
  },
});

export const supportRescueAdminRoutes = handlers<typeof supportRescueAdmin>({
  'GET /v1/admin/rescue-sessions': async ({ db, query }) => {
    const page = await listRescues(db, query, codeHashOf(query.search));
    return {
      ...page,
      data: page.data.map((row) => ({
        ...presentRescueHead(row),
        contact_name: row.contact_name,
        unsafe: row.unsafe,
        assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' },
      })),
    };
  },
  'GET /v1/admin/rescue-sessions/:id': async ({ db, actor, params }) =>
    presentAdminRescue(db, await known(db, params.id), actor),
  'POST /v1/admin/rescue-sessions/:id/:event': async ({
    db,
    platform,
    actor,
    params,
    body,
    region,
    requestKey,
    now,
  }) => {
    const rescue = await known(db, params.id, 'lock');
    await moveRescue(await supportContextOf({ db, platform, now }), actor, rescue, {
      ...body,
      event: params.event,
      key: requestKey,
      region,
    });
    return presentAdminRescue(db, await known(db, params.id), actor);
  },
  'GET /v1/admin/rescue-staff': ({ db }) => rescueStaff(db),
  'GET /v1/admin/rescue-fixes': async ({ db, query }) => {
    const page = await listFixes(db, query);
    return { ...page, data: page.data.map((row) => ({ ...row, symptom: row.symptom as RescueSymptom | null })) };
  },
  'GET /v1/admin/rescue-fixes/:id': ({ db, params }) => fix(db, params.id),
  'POST /v1/admin/rescue-fixes': async ({ db, actor, body, now }) => fix(db, await saveFix(db, actor, body, null, now)),
  'PATCH /v1/admin/rescue-fixes/:id': async ({ db, actor, params, body, readAt, now }) =>
    fix(db, await saveFix(db, actor, body, { id: params.id, readAt }, now)),
  'DELETE /v1/admin/rescue-fixes/:id': ({ db, actor, params }) => deleteFix(db, actor, params.id),
});
