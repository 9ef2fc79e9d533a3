import { type ChangeSummary, changeLabel } from '@tuneport/domain/tuning/flash-files/change-summary';
import {
  type TuneRequestEvent,
  tuneRequestEventsFrom,
  tuneRequestSteps,
} from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { deliverPurchase, endPurchase, purchaseOfRequest } from '../../store/index.ts';
import { signDelivery } from './files/sign-delivery.ts';
import { revisionUntil } from './money/follow-purchase.ts';
import { refundCancelledJob } from './money/refund-cancelled.ts';
import { doerOf } from './request-policy.ts';
import { filesOf, type RequestRow } from './request-queries.ts';
import { type Bench, type Doer, stepRequest } from './step-request.ts';
import { mailDelivered, mailEnded, mailQuestion, mailWorker } from './thread/request-mails.ts';
import { writeMessage } from './thread/write-message.ts';
import { promiseFor } from './work/promise.ts';
import { endResults, recall } from './work/recall-result.ts';

/** What people do by a button. Everything else happens by itself or through a call of its own. */
export const buttons = [
  'claim',
  'release',
  'ask',
  'approve',
  'reject',
  'ask-revision',
  'accept-revision',
  'decline-revision',
  'cancel',
  'cancel-work',
  'recall',
  'remake',
  'lock',
  'unlock',
] as const satisfies readonly TuneRequestEvent[];
type Button = (typeof buttons)[number];
const isButton = (event: string): event is Button => buttons.some((one) => one === event);

/** The buttons somebody has, in the order of the table. */
export const buttonsFor = (request: RequestRow, parts: Doer['parts']): string[] =>
  tuneRequestEventsFrom(request.state, parts)
    .filter(isButton)
    .filter((event) => event !== 'cancel' || request.delivered_at === null);

/** One step a person takes with a request that is locked. */
export async function takeStep(
  bench: Bench,
  request: RequestRow,
  actor: Actor,
  event: string,
  reason: string,
): Promise<RequestRow> {
  if (!tuneRequestSteps.some((step) => step.event === event)) throw fieldRefusal({ event: ['There is no such step.'] });
  const doer = doerOf(actor, request);
  if (!isButton(event)) throw new Refusal('invalid_transition', { allowed: buttonsFor(request, doer.parts) });
  const step = (set: Parameters<typeof stepRequest>[4] = {}) =>
    stepRequest(bench, request, event, doer, { reason, ...set });
  const author = actor.name ?? 'Tuning';
  switch (event) {
    case 'claim':
      if (request.state === 'in_progress' && doer.parts.some((part) => part !== 'customer'))
        throw taken(request, actor);
      return step({ set: { worker_id: actor.userId } });
    case 'release':
      return step({ set: { worker_id: null } });
    case 'ask': {
      const asked = await step();
      await writeMessage(bench, asked, { kind: 'house', userId: actor.userId, author, text: reason });
      await mailQuestion(bench, asked, author, reason);
      return asked;
    }
    case 'approve':
      return approve(bench, request, doer);
    case 'reject': {
      const rejected = await step();
      await endResults(bench, request.id, 'rejected');
      await writeMessage(bench, rejected, { kind: 'note', userId: actor.userId, author, text: reason });
      await mailWorker(bench, rejected, 'Your file was sent back', `${author} wrote: ${reason}`, actor.userId);
      return rejected;
    }
    case 'ask-revision': {
      const asked = await step();
      await writeMessage(bench, asked, { kind: 'customer', userId: actor.userId, author, text: reason });
      await mailWorker(bench, asked, 'The customer asks for a change', reason, actor.userId);
      return asked;
    }
    case 'accept-revision': {
      const accepted = await step({ set: { revisions: request.revisions + 1, queued_at: bench.now } });
      await mailEnded(
        bench,
        accepted,
        'Your change is being made',
        'The change you asked for goes back to a tuner, without charge. We tell you when the new file is ready.',
      );
      return accepted;
    }
    case 'decline-revision': {
      const declined = await step();
      await writeMessage(bench, declined, { kind: 'house', userId: actor.userId, author, text: reason });
      await mailEnded(
        bench,
        declined,
        'About the change you asked for',
        'The tuner looked at it and leaves the file as it is.',
        `${author} wrote: ${reason}`,
        'Answer in the request if you see it otherwise.',
      );
      return declined;
    }
    case 'cancel':
    case 'cancel-work':
      return cancel(bench, request, doer, event, reason);
    case 'recall':
      return recall(bench, request, doer, reason);
    case 'remake':
      return step({ set: { queued_at: bench.now, promised_at: await promiseFor(bench, request.tuner_id) } });
    case 'lock':
      return step();
    case 'unlock':
      // A bank may have taken the money meanwhile, and nobody gets the file for nothing.
      if (request.state === 'locked' && !(await purchaseOfRequest(bench.db, request.id)))
        throw new Refusal('conflict', { message: 'What was paid for this request went back. It stays locked.' });
      return step();
  }
}

export const taken = (request: RequestRow, actor: Actor) =>
  new Refusal('already_committed', {
    message:
      request.worker_id === actor.userId
        ? 'You work on this request already.'
        : 'Somebody else took this request a moment ago.',
    current: { id: request.id, state: request.state },
  });

/** The second pair of eyes said yes: what was owed is earned, and the customer may fetch it. */
async function approve(bench: Bench, request: RequestRow, doer: Doer): Promise<RequestRow> {
  const { db, now } = bench;
  const result = (await filesOf(db, request.id)).find(({ state }) => state === 'in_review');
  if (!result && request.state === 'in_review')
    throw new Refusal('conflict', { message: 'There is no file to approve.' });
  const delivered = await stepRequest(bench, request, 'approve', doer, {
    detail: { file: result?.id },
    set: { delivered_at: request.delivered_at ?? now, revision_until: revisionUntil(now) },
  });
  // An earlier version stays in the history, but only the newest one is fetched.
  await db
    .updateTable('tune_request_files')
    .set({ state: 'withdrawn' })
    .where('request_id', '=', request.id)
    .where('state', '=', 'delivered')
    .execute();
  await db
    .updateTable('tune_request_files')
    .set({ state: 'delivered' })
    .where('request_id', '=', request.id)
    .where('state', '=', 'in_review')
    .execute();
  await signDelivery(bench, delivered);
  const purchase = await purchaseOfRequest(db, request.id);
  if (purchase?.state === 'linked') await deliverPurchase(db, { id: purchase.id, actorId: doer.userId, now });
  const summary = (result?.summary ?? null) as unknown as ChangeSummary | null;
  await mailDelivered(bench, delivered, summary ? changeLabel(summary) : 'The work is done.');
  return delivered;
}

async function cancel(bench: Bench, request: RequestRow, doer: Doer, event: 'cancel' | 'cancel-work', reason: string) {
  const { db, platform, now } = bench;
  const purchase = await purchaseOfRequest(db, request.id);
  const cancelled = await stepRequest(bench, request, event, doer, { reason });
  if (purchase?.state === 'pending_payment')
    await endPurchase(db, purchase.id, 'cancel', { actorId: doer.userId, now });
  else if (purchase) await platform.jobs.enqueue(db, refundCancelledJob, { purchase_id: purchase.id });
  const money =
    !purchase || (purchase.total_minor === 0n && purchase.credit_minor === 0n)
      ? 'Nothing was charged.'
      : purchase.state === 'pending_payment'
        ? 'Nothing is kept: a payment that is under way goes back by itself.'
        : 'What you paid goes back the way it came.';
  const isOwn = doer.parts.includes('customer');
  await mailEnded(
    bench,
    cancelled,
    'Cancelled',
    isOwn ? `Your request is cancelled. ${money}` : `We had to cancel your request. ${money}`,
    ...(reason === '' || isOwn ? [] : [reason]),
  );
  return cancelled;
}
