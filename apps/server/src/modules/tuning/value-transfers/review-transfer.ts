import { money, moneyText, parseMoney } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import type { SignedInActor } from '../../../platform/actor.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { paidValue } from '../../purchases/index.ts';
import { type RequestContext, touchRequest } from '../requests/step-request.ts';
import { mailTransfer } from '../requests/thread/request-mails.ts';
import { oldPurchaseOf, oldRequestOf } from './carry-out.ts';
import { proposalFor } from './create-transfer.ts';
import { staffOf } from './perform-transfer.ts';
import { requireStep, stepTransfer } from './step-transfer.ts';
import { lockTransfer, type TransferRow } from './transfer-queries.ts';
import { feeOf, requireTwoPersons } from './transfer-rules.ts';

type Review = {
  readonly decision: 'approve' | 'ask' | 'reject';
  readonly value?: string | undefined;
  readonly fee?: string | undefined;
  readonly note: string;
};

const events = { approve: 'approve', ask: 'ask-evidence', reject: 'reject' } as const;

export async function reviewTransfer(
  context: RequestContext,
  actor: SignedInActor,
  id: number,
  review: Review,
): Promise<TransferRow> {
  const { db, now } = context;
  const transfer = await lockTransfer(db, id);
  if (!transfer) throw new Refusal('not_found');
  const event = events[review.decision];
  requireStep(transfer, event, 'staff');
  await requireNotOwnBusiness(db, actor, { user: transfer.user_id, dealer: transfer.dealer_id });
  if (review.decision !== 'approve' && review.note === '')
    throw fieldRefusal({
      note: [review.decision === 'ask' ? 'Say which evidence you need.' : 'Enter a reason. The customer will see it.'],
    });
  const set =
    review.decision === 'approve'
      ? { ...(await approvedSums(context, actor, transfer, review)), reviewed_by: actor.userId, reviewed_at: now }
      : review.decision === 'ask'
        ? { evidence_requested_at: now }
        : { reviewed_by: actor.userId, reviewed_at: now };
  const after = await stepTransfer(context, transfer, event, staffOf(actor), { reason: review.note, set });
  await notify(context, after, review);
  return after;
}

/** The approved value, at most what is left, and the fee, which is a part of it. */
async function approvedSums(context: RequestContext, actor: SignedInActor, transfer: TransferRow, review: Review) {
  const { db, platform, now } = context;
  const { currency } = transfer;
  const old = await oldPurchaseOf(db, transfer);
  const value = await paidValue(db, old);
  if (value.isBusy)
    throw new Refusal('conflict', {
      message: 'The old purchase is being refunded or disputed. Review the transfer afterwards.',
    });
  const leftMinor = value.left.netMinor + value.left.taxMinor;
  const proposed = await proposalFor(platform, transfer.cause, old, value, now);
  const read = (text: string, field: string): bigint => {
    const amount = parseMoney(text, currency);
    if (!amount) throw fieldRefusal({ [field]: [`Enter an amount in ${currency}.`] });
    return amount.amountMinor;
  };
  const valueMinor = review.value === undefined ? proposed.valueMinor : read(review.value, 'value');
  if (valueMinor <= 0n) throw fieldRefusal({ value: ['Enter a value above zero, or decline the transfer.'] });
  if (valueMinor > leftMinor)
    throw fieldRefusal({ value: [`At most ${moneyText(money(leftMinor, currency))} is left to move.`] });
  const feeMinor = review.fee === undefined ? await feeOf(platform, currency, valueMinor) : read(review.fee, 'fee');
  if (feeMinor >= valueMinor) throw fieldRefusal({ fee: ['The fee must be lower than the value.'] });
  await requireTwoPersons(platform, transfer, actor, 'review', valueMinor);
  return { value_minor: valueMinor, fee_minor: feeMinor };
}

async function notify(context: RequestContext, transfer: TransferRow, { decision, note }: Review): Promise<void> {
  const request = await oldRequestOf(context.db, transfer);
  await touchRequest(context, request);
  const number = tuneRequestNumber(request.id);
  if (decision === 'ask')
    await mailTransfer(context, request, () => [
      t('We need more information'),
      t('You asked us to move the value of {number}.', { number }),
      note,
      t('Reply on the request page.'),
    ]);
  if (decision === 'reject')
    await mailTransfer(context, request, () => [
      t('About your value transfer'),
      t('We cannot move the value of {number}. It works as before.', { number }),
      note,
    ]);
  if (decision === 'approve')
    await mailTransfer(context, request, () => [
      t('Your value transfer is approved'),
      t('We will move {amount} of {number} to your new request.', {
        amount: moneyText(money(transfer.value_minor ?? 0n, transfer.currency)),
        number,
      }),
      t('The old file can no longer be downloaded once the value is moved.'),
    ]);
}
