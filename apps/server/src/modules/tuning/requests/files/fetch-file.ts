import { roles } from '@tuneport/domain/identity/permissions';
import {
  isFetchable,
  isOver,
  type TuneRequestState,
  tuneRequestSentences,
} from '@tuneport/domain/tuning/tune-request-states';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { sendFile } from '../../../../platform/files/send-file.ts';
import type { RawReply } from '../../../../platform/http/context.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { hashToken, newToken } from '../../../identity/index.ts';
import { mayFetch } from '../present-request.ts';
import { readRequest } from '../read-request.ts';
import { speaksFor, viewerOf } from '../request-policy.ts';
import { filesOf, type RequestRow, requestById } from '../request-queries.ts';
import { type RequestContext, touchRequest, writeEvent } from '../step-request.ts';

const tokenMinutes = 15;

type Wanted = {
  readonly actor: Actor;
  readonly id: number;
  readonly fileId: number | 'original';
  readonly token?: string | undefined;
  readonly range: string | undefined;
};

/** A file of a request for actors who may read it; delivered files only while the request is paid. */
export async function fetchFile(context: RequestContext, wanted: Wanted): Promise<RawReply> {
  const { db, platform } = context;
  const { request, as } = await openedBy(context, wanted);
  const file = (await filesOf(db, request.id)).find((one) =>
    wanted.fileId === 'original' ? one.kind === 'original' : one.id === wanted.fileId,
  );
  if (!file || (as === 'customer' && file.kind === 'result' && file.state !== 'delivered'))
    throw new Refusal('not_found');
  if (!mayFetch(request, file, as))
    throw new Refusal('forbidden', { message: 'You can download this file once the request is paid and delivered.' });
  const reply = await sendFile(platform.files, file, wanted.range);
  if (file.kind === 'result' && as === 'customer' && request.downloaded_at === null)
    await noteDownload(context, request, wanted.token === undefined ? wanted.actor.userId : null);
  return reply;
}

/** Records the first download, once even with parallel range requests. After it a refund needs manual review. */
const noteDownload = (
  { db: pool, platform, now }: RequestContext,
  request: RequestRow,
  userId: number | null,
): Promise<void> =>
  pool.transaction().execute(async (db) => {
    const context = { db, platform, now };
    const first = await db
      .updateTable('tune_requests')
      .set({ downloaded_at: now })
      .where('id', '=', request.id)
      .where('downloaded_at', 'is', null)
      .executeTakeFirst();
    if (first.numUpdatedRows !== 1n) return;
    await writeEvent(context, request, 'download', { kind: 'customer', userId }, { from: request.state });
    await touchRequest(context, request);
  });

async function openedBy(
  { db, now }: RequestContext,
  { actor, id, token }: Wanted,
): Promise<{ request: RequestRow; as: string }> {
  if (token !== undefined) {
    const held = await db
      .selectFrom('tune_request_tokens as k')
      .innerJoin('tune_requests as r', 'r.id', 'k.request_id')
      .select('k.request_id')
      .where('k.token_hash', '=', hashToken(token))
      .where('k.request_id', '=', id)
      .where('k.expires_at', '>', now)
      .where(issuerMayDownload)
      .executeTakeFirst();
    const request = held && (await requestById(db, id));
    if (!request || request.state === 'deleted') throw new Refusal('not_found');
    return { request, as: 'customer' };
  }
  const request = await readRequest(db, actor, id);
  return { request, as: speaksFor(viewerOf(actor), request) };
}

/**
 * A token grants only what its issuer may do now: it ends with their membership, their account or the dealer's active
 * state.
 */
const issuerMayDownload = sql<boolean>`exists (select from users u where u.id = k.created_by and u.banned_at is null and (
  u.role = any(${[roles.Admin, roles.SuperAdmin]}) or (r.dealer_id is null and r.user_id = u.id)
  or exists (select from dealer_members m join dealers d on d.id = m.dealer_id
    where m.user_id = u.id and d.id = r.dealer_id and d.state = 'active')))`;

/** Issues a token for a download manager or another device. Only while a file is delivered. */
export async function issueDownloadToken(db: Db, request: RequestRow, userId: number | null, now: Date) {
  if (!isFetchable(request.state)) {
    const isPast = isOver(request.state) || request.state === 'recalled';
    const message = isPast
      ? tuneRequestSentences[request.state as TuneRequestState]
      : 'There is nothing to download yet.';
    throw new Refusal('invalid_transition', { message });
  }
  const token = newToken();
  const expiresAt = new Date(now.getTime() + tokenMinutes * 60_000);
  await db
    .insertInto('tune_request_tokens')
    .values({ token_hash: hashToken(token), request_id: request.id, created_by: userId, expires_at: expiresAt })
    .execute();
  return { token, expires_at: expiresAt };
}
