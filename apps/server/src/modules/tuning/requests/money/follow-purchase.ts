import { isUnpaidState, tuneRequestDays, tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import type { Db } from '../../../../platform/db/db.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { deliverPurchase, type Purchase, type PurchaseFollower } from '../../../store/index.ts';
import { tunesThatFit } from '../change-request.ts';
import { copyInstantFile } from '../files/instant-file.ts';
import { signDelivery } from '../files/sign-delivery.ts';
import { boughtTunes, type RequestRow, requestById } from '../request-queries.ts';
import { type Bench, bySystem, stepRequest, touchRequest } from '../step-request.ts';
import { mailDelivered, mailEnded, mailQueued } from '../thread/request-mails.ts';
import { promiseFor } from '../work/promise.ts';
import { endResults } from '../work/recall-result.ts';
import { refundCancelledJob } from './refund-cancelled.ts';

/** Asked while the card is still untouched: of a cancel or another car in the same moment and a payment, one comes first. */
async function awaits(db: Db, input: { readonly requestId: number; readonly estimateHash: string }): Promise<void> {
  const request = await requestById(db, input.requestId, 'lock');
  if (request?.state !== 'matched') throw notPayable(request);
  if (request.estimate_hash !== input.estimateHash) throw choiceChanged();
}

function notPayable(request: RequestRow | undefined): Refusal {
  if (request && isUnpaidState(request.state))
    return new Refusal('invalid_transition', {
      message: 'Name the car first. Nothing was charged.',
      allowed: ['supply'],
    });
  return (request?.queued_at ?? null) === null
    ? new Refusal('conflict', { message: 'This request has ended meanwhile. Nothing was charged.' })
    : new Refusal('already_committed', { message: 'This request is paid already.' });
}

export const choiceChanged = () =>
  fieldRefusal({ estimate_hash: ['The choice has changed. Look at the price again.'] });

/** Paid, by whatever road: into the queue, or out at once where the same file was made before. */
async function paid(db: Db, platform: Platform, purchase: Purchase): Promise<void> {
  const now = platform.clock.now();
  const request = await requestById(db, purchase.request_id ?? 0, 'lock');
  if (!request) throw new Error(`purchase ${purchase.id} is for no request`);
  const bench = { db, platform, now };
  const begun = request.state === 'matched' && (await beginWork(bench, request, purchase));
  if (begun) return;
  // It ended, or its car was changed, while the bank was asked: the money goes back, and the buyer is told why.
  await platform.jobs.enqueue(db, refundCancelledJob, { purchase_id: purchase.id });
  await mailEnded(
    bench,
    request,
    'Your payment goes back',
    request.state === 'matched'
      ? 'The car was changed while you paid, and what you bought is not for it. What you paid goes back the way it came; choose again when you like.'
      : 'The request had ended when your payment arrived. What you paid goes back the way it came.',
  );
}

/**
 * What a paid request becomes; its purchase is linked. What is made is what was bought, whatever was chosen since. Null where that is
 * not for this car.
 */
export async function beginWork(bench: Bench, chosen: RequestRow, purchase: Purchase): Promise<RequestRow | null> {
  const { db, now } = bench;
  const tuneIds = await boughtTunes(db, purchase.id);
  const fitting = await tunesThatFit(db, chosen, tuneIds);
  if (tuneIds.length === 0 || fitting.length < tuneIds.length) return null;
  const request = await touchRequest(bench, chosen, { tune_ids: tuneIds, estimate_hash: purchase.estimate_hash });
  const tunerId = fitting.find(({ tuner_id }) => tuner_id !== null)?.tuner_id ?? null;
  const instant = await copyInstantFile(bench, request);
  if (instant) {
    await deliverPurchase(db, { id: purchase.id, actorId: null, now });
    const delivered = await stepRequest(bench, request, 'deliver-instantly', bySystem, {
      set: { tuner_id: tunerId, queued_at: now, delivered_at: now, revision_until: revisionUntil(now) },
    });
    await signDelivery(bench, delivered);
    await mailDelivered(bench, delivered, instant.words);
    return delivered;
  }
  const queued = await stepRequest(bench, request, 'queue', bySystem, {
    set: { tuner_id: tunerId, queued_at: now, promised_at: await promiseFor(bench, tunerId) },
  });
  await mailQueued(bench, queued);
  return queued;
}

export const revisionUntil = (from: Date): Date => new Date(from.getTime() + tuneRequestDays.revision * 86_400_000);

/** What was moved to another request is paid back there, or moved back first: else it would leave twice. */
async function letsGo(db: Db, requestId: number): Promise<void> {
  if ((await requestById(db, requestId))?.state !== 'locked') return;
  throw new Refusal('conflict', {
    message: `The value of ${tuneRequestNumber(requestId)} was moved to another request. Nothing was paid back; unlock it first.`,
  });
}

/** All of it went back. */
async function refunded(db: Db, platform: Platform, purchase: Purchase, by: 'house' | 'bank'): Promise<void> {
  const now = platform.clock.now();
  const request = await requestById(db, purchase.request_id ?? 0, 'lock');
  const bench = { db, platform, now };
  if (!request || request.state === 'refunded') return;
  // It is over already, and its money changes all the same.
  if (request.state === 'cancelled') {
    await touchRequest(bench, request);
    return;
  }
  const ended = await stepRequest(bench, request, 'refund', bySystem).catch((error: unknown) => {
    // Money that went back is a fact; a request that cannot follow stays as it is and is told to staff by its purchase.
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!ended) return;
  await endResults(bench, request.id, 'withdrawn');
  await mailEnded(
    bench,
    ended,
    'Paid back',
    by === 'bank'
      ? 'Your bank has taken the payment back, so the request has ended. If you did not ask for that, write to us in the request.'
      : 'Your payment is on its way back to you.',
  );
}

async function partRefunded(db: Db, platform: Platform, purchase: Purchase): Promise<void> {
  const request = await requestById(db, purchase.request_id ?? 0, 'lock');
  if (request) await touchRequest({ db, platform, now: platform.clock.now() }, request);
}

export const tuningFollower: PurchaseFollower = { awaits, letsGo, paid, partRefunded, refunded };
