import { money, toWire } from '@tuneport/domain/money/money';
import { cutText } from '@tuneport/domain/text/cut-text';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Bought, payByCard, purchaseOfRequest } from '../../store/index.ts';
import type { RequestRow } from '../requests/request-queries.ts';
import { type Bench, touchRequest } from '../requests/step-request.ts';
import { endTransfer } from './cancel-transfer.ts';
import { stepTransfer, type TransferActor } from './step-transfer.ts';
import { lockTransfer, type TransferRow, transferById } from './transfer-queries.ts';

type Wire = { amount: string; currency: string };

const customerOf = ({ userId, sessionId, address }: SignedInActor): TransferActor => ({
  userId,
  sessionId,
  address,
  as: 'customer',
});

async function openTransferOf(db: Db, requestId: number): Promise<TransferRow> {
  const row = await db
    .selectFrom('value_transfers')
    .select('id')
    .where('old_request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const transfer = row && (await lockTransfer(db, row.id));
  if (!transfer) throw new Refusal('invalid_transition', { message: 'There is no value transfer for this request.' });
  return transfer;
}

/** Adds the customer's text to the evidence; earlier text stays. */
export async function addEvidence(bench: Bench, request: RequestRow, actor: SignedInActor, text: string) {
  const transfer = await openTransferOf(bench.db, request.id);
  await stepTransfer(bench, transfer, 'add-evidence', customerOf(actor), {
    set: {
      evidence: cutText([transfer.evidence, text].filter(Boolean).join('\n\n'), 20_000),
      evidence_requested_at: null,
    },
  });
  await touchRequest(bench, request);
}

export const withdrawTransfer = async (bench: Bench, request: RequestRow, actor: SignedInActor) =>
  endTransfer(bench, await openTransferOf(bench.db, request.id), 'withdraw', customerOf(actor), '');

type Asking = { readonly actor: SignedInActor; readonly now: Date };
type Difference = { readonly method: Parameters<typeof payByCard>[3]; readonly total: Wire };

/** Charges the card for what the reserved value does not cover. The value is moved when the payment settles. */
export async function payDifference(
  platform: Platform,
  { actor, now }: Asking,
  request: RequestRow,
  { method, total }: Difference,
): Promise<Bought> {
  const purchase = await purchaseOfRequest(platform.db, request.id);
  const transfer = purchase && (await transferById(platform.db, purchase.value_transfer_id ?? 0));
  if (!purchase || !transfer || transfer.new_purchase_id !== purchase.id)
    throw new Refusal('invalid_transition', { message: 'There is no difference to pay for this request.' });
  if (transfer.state === 'performed')
    throw new Refusal('already_committed', { message: 'The difference is already paid.' });
  if (transfer.state !== 'awaiting_difference' || purchase.state !== 'pending_payment')
    throw new Refusal('invalid_transition', { message: 'There is no difference to pay for this request.' });
  const due = toWire(money(purchase.card_minor, purchase.currency));
  if (total.amount !== due.amount || total.currency !== due.currency)
    throw new Refusal('total_changed', { current: { total: due } });
  return payByCard(platform, { actor, now, region: request.region as Region }, purchase, method);
}
