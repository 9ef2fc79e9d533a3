import { t } from '@tuneport/domain/text/text';
import { isUnpaidState, tuneRequestDays, tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../../../platform/db/db.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { deliverPurchase, type Purchase, type PurchaseFollower } from '../../../purchases/index.ts';
import { stopWithPurchase } from '../../value-transfers/cancel-transfer.ts';
import { fundTransfer } from '../../value-transfers/perform-transfer.ts';
import { firstThatFits } from '../change-request.ts';
import { copyInstantFile } from '../files/instant-file.ts';
import { signDelivery } from '../files/sign-delivery.ts';
import { type RequestRow, requestById } from '../request-queries.ts';
import { bySystem, type RequestContext, stepRequest, touchRequest } from '../step-request.ts';
import { mailDelivered, mailEnded, mailQueued } from '../thread/request-mails.ts';
import { promiseFor } from '../work/promise.ts';
import { endResults } from '../work/recall-result.ts';
import { refundCancelledJob } from './refund-cancelled.ts';

/** Checked under lock before charging, so a concurrent cancel or vehicle change precedes or follows the payment. */
async function awaits(db: Db, input: { readonly requestId: number; readonly estimateHash: string }): Promise<void> {
  const request = await requestById(db, input.requestId, 'lock');
  if (request?.state !== 'matched') throw notPayable(request);
  if (request.estimate_hash !== input.estimateHash) throw choiceChanged();
}

/** The estimate of an approved purchase replaces the one that approval was requested for, and no other. */
async function repriced(
  db: Db,
  { requestId, from, to }: { readonly requestId: number; readonly from: string; readonly to: string },
): Promise<void> {
  const request = await requestById(db, requestId, 'lock');
  if (request?.state === 'matched' && request.estimate_hash === from)
    await touchRequest({ db, now: new Date() }, request, { estimate_hash: to });
}

function notPayable(request: RequestRow | undefined): Refusal {
  if (request && isUnpaidState(request.state))
    return new Refusal('invalid_transition', {
      message: 'Choose your car first. You have not been charged.',
      allowed: ['supply'],
    });
  return (request?.queued_at ?? null) === null
    ? new Refusal('conflict', { message: 'This request is closed. You have not been charged.' })
    : new Refusal('already_committed', { message: 'This request is already paid.' });
}

export const choiceChanged = () =>
  fieldRefusal({ estimate_hash: ['Your selection has changed. Check the price again.'] });

/** After any payment: queues the request, or delivers immediately if the same file was made before. */
async function paid(db: Db, platform: Platform, purchase: Purchase): Promise<void> {
  const now = platform.clock.now();
  const request = await requestById(db, purchase.request_id ?? 0, 'lock');
  if (!request) throw new Error(`purchase ${purchase.id} is for no request`);
  const context = { db, platform, now };
  const begun = request.state === 'matched' && (await beginWork(context, request, purchase));
  if (begun) return;
  // The request ended or its vehicle changed during the payment: refund it and notify the buyer.
  await platform.jobs.enqueue(db, refundCancelledJob, { purchase_id: purchase.id });
  await mailEnded(context, request, () => [
    t('Your payment will be refunded'),
    request.state === 'matched'
      ? t(
          'The car was changed while you were paying, and your purchase does not fit it. Your payment will be refunded to the original payment method. You can choose again any time.',
        )
      : t(
          'The request was already closed when your payment arrived. Your payment will be refunded to the original payment method.',
        ),
  ]);
}

/**
 * Starts the work of a paid request and links its purchase. The work is what was bought, regardless of later choices.
 * Null if it does not fit this vehicle.
 */
export async function beginWork(
  context: RequestContext,
  chosen: RequestRow,
  purchase: Purchase,
): Promise<RequestRow | null> {
  const { db, now } = context;
  const bought = await firstThatFits(db, chosen, [purchase.id]);
  if (!bought) return null;
  const { tuneIds, fitting } = bought;
  const request = await touchRequest(context, chosen, { tune_ids: tuneIds, estimate_hash: purchase.estimate_hash });
  const tunerId = fitting.find(({ tuner_id }) => tuner_id !== null)?.tuner_id ?? null;
  const instant = await copyInstantFile(context, request);
  if (instant) {
    await deliverPurchase(db, { id: purchase.id, actorId: null, now });
    const delivered = await stepRequest(context, request, 'deliver-instantly', bySystem, {
      set: { tuner_id: tunerId, queued_at: now, delivered_at: now, revision_until: revisionUntil(now) },
    });
    await signDelivery(context, delivered);
    await mailDelivered(context, delivered, instant.words);
    return delivered;
  }
  const queued = await stepRequest(context, request, 'queue', bySystem, {
    set: { tuner_id: tunerId, queued_at: now, promised_at: await promiseFor(context, tunerId) },
  });
  await mailQueued(context, queued);
  return queued;
}

export const revisionUntil = (from: Date): Date => new Date(from.getTime() + tuneRequestDays.revision * dayMs);

/** Value moved to another request is refunded there or moved back first, to avoid a second refund. */
async function letsGo(db: Db, requestId: number): Promise<void> {
  if ((await requestById(db, requestId))?.state !== 'locked') return;
  throw new Refusal('conflict', {
    message: `The value of ${tuneRequestNumber(requestId)} was moved to another request. Nothing was refunded; unlock it first.`,
  });
}

/** Handles a full refund. */
async function refunded(db: Db, platform: Platform, purchase: Purchase, by: 'house' | 'bank'): Promise<void> {
  const now = platform.clock.now();
  const request = await requestById(db, purchase.request_id ?? 0, 'lock');
  const context = { db, platform, now };
  if (!request || request.state === 'refunded') return;
  // Already cancelled; only its money changed.
  if (request.state === 'cancelled') {
    await touchRequest(context, request);
    return;
  }
  const ended = await stepRequest(context, request, 'refund', bySystem).catch((error: unknown) => {
    // The refund has happened. A request that cannot take the step stays as it is, and its purchase reports it to
    // staff.
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!ended) return;
  await endResults(context, request.id, 'withdrawn');
  await mailEnded(context, ended, () => [
    t('Refunded'),
    by === 'bank'
      ? t(
          'Your bank reversed the payment, so the request is closed. If you did not ask for that, message us in the request.',
        )
      : t('Your refund is on its way.'),
  ]);
}

async function partRefunded(db: Db, platform: Platform, purchase: Purchase): Promise<void> {
  const request = await requestById(db, purchase.request_id ?? 0, 'lock');
  if (request) await touchRequest({ db, now: platform.clock.now() }, request);
}

export const tuningFollower: PurchaseFollower = {
  awaits,
  repriced,
  letsGo,
  fund: (db, platform, purchase) => fundTransfer(db, platform, purchase),
  ended: stopWithPurchase,
  paid,
  partRefunded,
  refunded,
};
