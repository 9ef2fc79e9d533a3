import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import {
  type TuneRequestActor,
  type TuneRequestStep,
  tuneRequestMachine,
} from '@tuneport/domain/tuning/tune-request-states';
import { sql, type Updateable } from 'kysely';
import type { TuneRequests } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { announce } from '../../../platform/live/live-streams.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { purchaseOfRequest } from '../../purchases/index.ts';
import { defineStep, historyRow, type StepNotes } from '../../states/index.ts';
import type { RequestRow } from './request-queries.ts';
import { promiseAfter } from './work/promise.ts';

/** Context of every request use case: transaction, platform and current time. */
export type RequestContext = { readonly db: Db; readonly platform: Platform; readonly now: Date };

export type Initiator = { readonly parts: readonly TuneRequestActor[]; readonly userId: number | null };
export const bySystem: Initiator = { parts: ['system'], userId: null };

/** The live topic of the pages that show a request. */
export const requestTopic = (id: number): string => `tune-request:${id}`;

/** Takes one step of a locked request and notifies open pages. */
export const stepRequest = defineStep<RequestRow, Initiator, RequestContext>()({
  machine: tuneRequestMachine,
  table: 'tune_requests',
  parts: ({ parts }) => parts,
  guard: (context, { step, row }) => requireGuard(context, step, row),
  columns: async (context, { row }) => ({
    ...(await promiseAfter(context, row)),
    state_at: context.now,
    version: sql<number>`version + 1`,
  }),
  history: {
    table: 'tune_request_events',
    values: (taken) => ({
      request_id: taken.row.id,
      ...historyRow(taken),
      actor_kind: taken.as ?? 'system',
      reason: taken.reason,
      detail: JSON.stringify(taken.detail),
    }),
  },
  topic: requestTopic,
});

/** Writes a history row for the current state of a request. */
export async function writeEvent(
  { db, now }: RequestContext,
  request: RequestRow,
  event: string,
  by: { readonly kind: string; readonly userId: number | null },
  { from = null, reason = '', detail = {} }: Omit<StepNotes, 'transferId'> & { readonly from?: string | null } = {},
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

/** Records a change that is not a step and notifies open pages. */
export async function touchRequest(
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  request: RequestRow,
  set: Updateable<TuneRequests> = {},
) {
  const row = await db
    .updateTable('tune_requests')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: nextUpdatedAt(request.updated_at, now) })
    .where('id', '=', request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announce(db, requestTopic(request.id));
  return row;
}

/** Whether the customer may still request a free change. */
export const isRevisionOpen = ({ revision_until }: Pick<RequestRow, 'revision_until'>, now: Date): boolean =>
  revision_until !== null && revision_until >= now;

async function requireGuard(
  { db, now }: RequestContext,
  { guard }: TuneRequestStep,
  request: RequestRow,
): Promise<void> {
  switch (guard) {
    case 'unpaid':
    case 'unpaid-or-refund': {
      const purchase = await purchaseOfRequest(db, request.id);
      if (purchase && guard === 'unpaid')
        throw new Refusal('already_committed', { message: 'This request is paid or being paid.' });
      // An accepted revision also waits in the queue, but the delivery before it is already earned.
      if (request.delivered_at !== null && request.state === 'queued')
        throw new Refusal('invalid_transition', {
          message: 'A file was already delivered for this request. Contact us if you want a refund.',
        });
      return;
    }
    case 'window-open':
      if (!isRevisionOpen(request, now))
        throw new Refusal('invalid_transition', {
          message: 'The time for a free change is over. Send a new request instead.',
        });
      return;
    case 'window-over':
      if (request.revision_until && request.revision_until > now)
        throw new Refusal('invalid_transition', { message: 'The customer can still request a change.' });
      return;
    // Checked by the use cases that take these steps.
    case 'paid':
    case 'instant':
    case 'fits':
    case undefined:
  }
}
