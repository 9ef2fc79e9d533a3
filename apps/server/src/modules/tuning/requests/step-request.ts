import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import {
  type TuneRequestActor,
  type TuneRequestEvent,
  type TuneRequestStep,
  tuneRequestEventsFrom,
  tuneRequestStep,
} from '@tuneport/domain/tuning/tune-request-states';
import { sql, type Updateable } from 'kysely';
import type { TuneRequests } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { announce } from '../../../platform/live/live-streams.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { purchaseOfRequest } from '../../store/index.ts';
import type { RequestRow } from './request-queries.ts';
import { promiseAfter } from './work/promise.ts';

/** What every use case of a request is handed: the transaction, the platform and the moment. */
export type Bench = { readonly db: Db; readonly platform: Platform; readonly now: Date };

export type Doer = { readonly parts: readonly TuneRequestActor[]; readonly userId: number | null };
export const bySystem: Doer = { parts: ['system'], userId: null };

type More = {
  readonly reason?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly set?: Updateable<TuneRequests>;
};

/** One step of the table for a request that is locked, with its row of history; the only way a state changes. */
export async function stepRequest(
  bench: Bench,
  request: RequestRow,
  event: TuneRequestEvent,
  doer: Doer,
  { reason = '', detail = {}, set = {} }: More = {},
): Promise<RequestRow> {
  const { db, now } = bench;
  const step = tuneRequestStep(request.state, event, doer.parts);
  if (!step) throw new Refusal('invalid_transition', { allowed: tuneRequestEventsFrom(request.state, doer.parts) });
  if (step.reason && reason === '' && doer.userId !== null) throw fieldRefusal({ reason: ['Say why.'] });
  await requireGuard(bench, step, request);
  const row = await db
    .updateTable('tune_requests')
    .set({
      ...(await promiseAfter(bench, request)),
      ...set,
      state: step.to,
      state_at: now,
      version: sql<number>`version + 1`,
      updated_at: nextUpdatedAt(request.updated_at, now),
    })
    .where('id', '=', request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const by = { kind: actingAs(step, doer), userId: doer.userId };
  await writeEvent(bench, row, event, by, { from: request.state, reason, detail });
  await announce(db, requestTopic(request.id));
  return row;
}

/** A row of the history of a request as it stands now. */
export async function writeEvent(
  { db, now }: Bench,
  request: RequestRow,
  event: string,
  by: { readonly kind: string; readonly userId: number | null },
  { from = null, reason = '', detail = {} }: Omit<More, 'set'> & { readonly from?: string | null } = {},
): Promise<void> {
  await db
    .insertInto('tune_request_events')
    .values({
      request_id: request.id,
      at: now,
      event,
      from_state: from,
      to_state: request.state,
      actor_kind: by.kind,
      actor_id: by.userId,
      reason,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** A change that is no step, but that a page which is open must hear of. */
export async function touchRequest({ db, now }: Bench, request: RequestRow, set: Updateable<TuneRequests> = {}) {
  const row = await db
    .updateTable('tune_requests')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: nextUpdatedAt(request.updated_at, now) })
    .where('id', '=', request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announce(db, requestTopic(request.id));
  return row;
}

/** What the pages that show a request listen to. */
export const requestTopic = (id: number): string => `tune-request:${id}`;

const actingAs = (step: TuneRequestStep, { parts }: Doer): string =>
  parts.find((part) => step.who.includes(part)) ?? 'system';

async function requireGuard({ db, now }: Bench, { guard }: TuneRequestStep, request: RequestRow): Promise<void> {
  switch (guard) {
    case 'unpaid':
    case 'unpaid-or-refund': {
      const purchase = await purchaseOfRequest(db, request.id);
      if (purchase && guard === 'unpaid')
        throw new Refusal('already_committed', { message: 'This request is being paid or paid already.' });
      // A change that was accepted waits in the queue as well; what was delivered before it is earned.
      if (request.delivered_at !== null && request.state === 'queued')
        throw new Refusal('invalid_transition', {
          message: 'A file was delivered for this request already. Write to us if you want your money back.',
        });
      return;
    }
    case 'window-open':
      if (!request.revision_until || request.revision_until < now)
        throw new Refusal('invalid_transition', {
          message: 'The time for a free change is over. Send a new request for it.',
        });
      return;
    case 'window-over':
      if (request.revision_until && request.revision_until > now)
        throw new Refusal('invalid_transition', { message: 'A change can still be asked for.' });
      return;
    // The use cases that take these steps have asked themselves.
    case 'paid':
    case 'instant':
    case 'fits':
    case undefined:
  }
}
