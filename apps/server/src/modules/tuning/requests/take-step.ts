import { eventsFrom } from '@tuneport/domain/states/machine';
import { msg, t } from '@tuneport/domain/text/text';
import { type ChangeSummary, changeLabel } from '@tuneport/domain/tuning/flash-files/change-summary';
import { type TuneRequestEvent, tuneRequestMachine } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { deliverPurchase, endPurchase, purchaseOfRequest } from '../../purchases/index.ts';
import { lockOfRequest } from '../../store/index.ts';
import { signDelivery } from './files/sign-delivery.ts';
import { revisionUntil } from './money/follow-purchase.ts';
import { refundCancelledJob } from './money/refund-cancelled.ts';
import { initiatorOf } from './request-policy.ts';
import { filesOf, type RequestRow } from './request-queries.ts';
import { type Initiator, isRevisionOpen, type RequestContext, stepRequest } from './step-request.ts';
import { mailDelivered, mailEnded, mailQuestion, mailWorker } from './thread/request-mails.ts';
import { writeMessage } from './thread/write-message.ts';
import { promiseFor } from './work/promise.ts';
import { endResults, recall } from './work/recall-result.ts';

/** Steps taken with a button. All others are automatic or have their own endpoint. */
const buttons = [
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

/** The buttons of an actor, in the order of the table. */
export const buttonsFor = (request: RequestRow, parts: Initiator['parts']): string[] =>
  eventsFrom(tuneRequestMachine, request.state, parts)
    .filter(isButton)
    .filter((event) => event !== 'cancel' || request.delivered_at === null)
    // A job closes delivered requests once an hour, and a load of demo data can be older.
    .filter((event) => event !== 'ask-revision' || isRevisionOpen(request, new Date()));

type StepInput = {
  readonly event: string;
  readonly reason?: string;
  /** The result that was reviewed, for "approve". */
  readonly file?: number | undefined;
};

/** Takes one step of a user with a locked request. */
export async function takeStep(
  context: RequestContext,
  request: RequestRow,
  actor: Actor,
  { event, reason = '', file }: StepInput,
): Promise<RequestRow> {
  if (!Object.hasOwn(tuneRequestMachine.events, event)) throw fieldRefusal({ event: ['Unknown step.'] });
  const initiator = initiatorOf(actor, request);
  if (!isButton(event)) throw new Refusal('invalid_transition', { allowed: buttonsFor(request, initiator.parts) });
  const step = (set: Parameters<typeof stepRequest>[4] = {}) =>
    stepRequest(context, request, event, initiator, { reason, ...set });
  const author = actor.name ?? 'Tuning';
  switch (event) {
    case 'claim':
      if (request.state === 'in_progress' && initiator.parts.some((part) => part !== 'customer'))
        throw taken(request, actor);
      return step({ set: { worker_id: actor.userId } });
    case 'release':
      return step({ set: { worker_id: null } });
    case 'ask': {
      const stepped = await step();
      await writeMessage(context, stepped, { kind: 'house', userId: actor.userId, author, text: reason });
      await mailQuestion(context, stepped, author, reason);
      return stepped;
    }
    case 'approve':
      return approve(context, request, initiator, file);
    case 'reject': {
      const rejected = await step();
      await endResults(context, request.id, 'rejected');
      await writeMessage(context, rejected, { kind: 'note', userId: actor.userId, author, text: reason });
      const wrote = () => t('{author} wrote: {text}', { author, text: reason });
      await mailWorker(context, rejected, msg('Your file was rejected'), wrote, actor.userId);
      return rejected;
    }
    case 'ask-revision': {
      const stepped = await step();
      await writeMessage(context, stepped, { kind: 'customer', userId: actor.userId, author, text: reason });
      await mailWorker(context, stepped, msg('The customer requested a change'), () => reason, actor.userId);
      return stepped;
    }
    case 'accept-revision': {
      const accepted = await step({ set: { revisions: request.revisions + 1, queued_at: context.now } });
      await mailEnded(context, accepted, () => [
        t('We are making your change'),
        t(
          'A tuner is making the change you requested, free of charge. We will let you know when the new file is ready.',
        ),
      ]);
      return accepted;
    }
    case 'decline-revision': {
      const declined = await step();
      await writeMessage(context, declined, { kind: 'house', userId: actor.userId, author, text: reason });
      await mailEnded(context, declined, () => [
        t('About your change request'),
        t('The tuner reviewed it and is not changing the file.'),
        t('{author} wrote: {text}', { author, text: reason }),
        t('Reply in the request if you disagree.'),
      ]);
      return declined;
    }
    case 'cancel':
    case 'cancel-work':
      return cancel(context, request, initiator, event, reason);
    case 'recall':
      return recall(context, request, initiator, reason);
    case 'remake':
      return step({ set: { queued_at: context.now, promised_at: await promiseFor(context, request.tuner_id) } });
    case 'lock':
      return step();
    case 'unlock': {
      const lock = await lockOfRequest(context.db, request.id);
      if (request.state === 'locked' && lock)
        throw new Refusal('conflict', { message: `${lock.reason}. Cancel or undo the value transfer to unlock it.` });
      // The bank may have taken the money back; the file must not be free.
      if (request.state === 'locked' && !(await purchaseOfRequest(context.db, request.id)))
        throw new Refusal('conflict', { message: 'The payment for this request was reversed. It stays locked.' });
      return step();
    }
  }
}

export const taken = (request: RequestRow, actor: Actor) =>
  new Refusal('already_committed', {
    message:
      request.worker_id === actor.userId
        ? 'You are already working on this request.'
        : 'Someone else just took this request.',
    current: { id: request.id, state: request.state },
  });

/** On approval: the deferred revenue is earned, and the customer may download the result. */
async function approve(
  context: RequestContext,
  request: RequestRow,
  initiator: Initiator,
  reviewed: number | undefined,
): Promise<RequestRow> {
  const { db, now } = context;
  const result = (await filesOf(db, request.id)).find(({ state }) => state === 'in_review');
  if (!result && request.state === 'in_review')
    throw new Refusal('conflict', { message: 'There is no file to approve.' });
  const delivered = await stepRequest(context, request, 'approve', initiator, {
    detail: { file: result?.id },
    set: { delivered_at: request.delivered_at ?? now, revision_until: revisionUntil(now) },
  });
  if (result) requireReviewed(result.id, reviewed);
  // Earlier versions stay in the history, but only the newest can be downloaded.
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
  await signDelivery(context, delivered);
  const purchase = await purchaseOfRequest(db, request.id);
  if (purchase?.state === 'linked') await deliverPurchase(db, { id: purchase.id, actorId: initiator.userId, now });
  const summary = (result?.summary ?? null) as unknown as ChangeSummary | null;
  await mailDelivered(context, delivered, () => (summary ? changeLabel(summary) : t('The tune is finished.')));
  return delivered;
}

/** Someone else may have sent the reviewed file back, and the tuner added another one. */
function requireReviewed(current: number, reviewed: number | undefined): void {
  if (reviewed === undefined) throw fieldRefusal({ file: ['Name the file that you reviewed.'] });
  if (reviewed !== current)
    throw new Refusal('stale_record', {
      message: 'The tuner has added another file since you reviewed this one. Review it before you approve it.',
      current: { file: current },
    });
}

async function cancel(
  context: RequestContext,
  request: RequestRow,
  initiator: Initiator,
  event: 'cancel' | 'cancel-work',
  reason: string,
) {
  const { db, platform, now } = context;
  const purchase = await purchaseOfRequest(db, request.id);
  const cancelled = await stepRequest(context, request, event, initiator, { reason });
  if (purchase?.state === 'pending_payment')
    await endPurchase(db, purchase.id, 'cancel', { actorId: initiator.userId, now });
  else if (purchase) await platform.jobs.enqueue(db, refundCancelledJob, { purchase_id: purchase.id });
  const money =
    !purchase || (purchase.total_minor === 0n && purchase.credit_minor === 0n)
      ? msg('You have not been charged.')
      : purchase.state === 'pending_payment'
        ? msg('Any payment in progress will be refunded automatically.')
        : msg('Your payment will be refunded to the original payment method.');
  const isOwn = initiator.parts.includes('customer');
  await mailEnded(context, cancelled, () => [
    t('Cancelled'),
    `${isOwn ? t('Your request is cancelled.') : t('We had to cancel your request.')} ${t(money)}`,
    ...(reason === '' || isOwn ? [] : [reason]),
  ]);
  return cancelled;
}
