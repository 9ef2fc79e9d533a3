import { t } from '@tuneport/domain/text/text';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Purchase, purchaseOfRequest } from '../../purchases/index.ts';
import { lockOfRequest, releaseLicence } from '../../store/index.ts';
import { requestById } from '../requests/request-queries.ts';
import {
  type RequestContext,
  bySystem as requestBySystem,
  stepRequest,
  touchRequest,
} from '../requests/step-request.ts';
import { mailTransfer } from '../requests/thread/request-mails.ts';
import { oldRequestOf, releaseReserved } from './carry-out.ts';
import { bySystem, requireStep, stepTransfer, type TransferActor } from './step-transfer.ts';
import { lockTransfer, overdueTransfers, type TransferRow } from './transfer-queries.ts';

type Ending = 'cancel' | 'withdraw' | 'expire';

/** Ends a transfer before it is performed: what was reserved is released and the old request works again. */
export async function endTransfer(
  context: RequestContext,
  transfer: TransferRow,
  event: Ending,
  by: TransferActor,
  reason: string,
): Promise<TransferRow> {
  requireStep(transfer, event, by.as);
  const ended = await stepTransfer(context, transfer, event, by, { reason, set: { hold_id: null, due_at: null } });
  await releaseReserved(context, transfer);
  await unlockOld(context, transfer, by, `${valueTransferNumber(transfer.id)} ended`);
  const request = await oldRequestOf(context.db, transfer);
  await touchRequest(context, request);
  if (event !== 'withdraw')
    await mailTransfer(context, request, () => [
      t('The value was not moved'),
      t('The value of {number} stays where it is, and the request works as before.', {
        number: tuneRequestNumber(request.id),
      }),
      ...(reason === '' || event === 'expire' ? [] : [reason]),
    ]);
  return ended;
}

/** The old request works again, if this transfer locked it. */
export async function unlockOld(
  context: RequestContext,
  transfer: TransferRow,
  by: Pick<TransferActor, 'userId'>,
  reason: string,
): Promise<void> {
  const holder = `value-transfer:${transfer.id}` as const;
  const lock = await lockOfRequest(context.db, transfer.old_request_id);
  if (lock?.holder !== holder) return;
  // The bank took the payment back meanwhile; the file must not be free.
  if (!(await purchaseOfRequest(context.db, transfer.old_request_id))) return;
  await releaseLicence(context.db, holder, context.now);
  const old = await oldRequestOf(context.db, transfer);
  await stepRequest(context, old, 'unlock', { ...requestBySystem, userId: by.userId }, { reason });
}

/** A transfer that cannot go on by itself: staff start its steps again or cancel it. */
export async function releaseFailed(
  context: Pick<RequestContext, 'db' | 'now'>,
  transfer: TransferRow,
  reason: string,
): Promise<void> {
  await stepTransfer(context, transfer, 'fail', bySystem, { reason });
  const request = transfer.new_request_id === null ? null : await requestById(context.db, transfer.new_request_id);
  if (request) await touchRequest(context, request);
}

/** The unpaid purchase of the new request ended without the transfer, for example because its customer cancelled it. */
export async function stopWithPurchase(db: Db, purchase: Purchase, now: Date): Promise<void> {
  const transfer = await lockTransfer(db, purchase.value_transfer_id ?? 0);
  if (transfer?.new_purchase_id !== purchase.id) return;
  if (transfer.state !== 'new_set' && transfer.state !== 'awaiting_difference') return;
  await releaseFailed({ db, now }, transfer, 'The new request was cancelled or its price expired.');
}

const transfersAtOnce = 200;

export const expireTransfers = (platform: Platform, now: Date): Promise<number> =>
  inOwnTransactions(platform.db, dueTransfers(platform.db, now), async (db, id) => {
    const transfer = await lockTransfer(db, id);
    if (!transfer?.due_at || transfer.due_at > now) return false;
    await endTransfer({ db, platform, now }, transfer, 'expire', bySystem, '');
    return true;
  });

async function* dueTransfers(db: Db, now: Date) {
  for (const { id } of await overdueTransfers(db, now, transfersAtOnce)) yield id;
}

const expireTransfersJob = defineJob({
  name: 'tuning.expire-value-transfers',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const ended = await expireTransfers(platform, now);
    if (ended > 0) log.info({ ended }, 'Value transfers expired');
  },
});

export const valueTransferJobs = [expireTransfersJob];
export const valueTransferSchedules: readonly Schedule[] = [
  { job: expireTransfersJob, cron: '17 * * * *', timeZone: 'UTC', missed: 'latest' },
];
