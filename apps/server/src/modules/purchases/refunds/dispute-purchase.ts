import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import { roundedQuotient } from '@tuneport/domain/money/money';
import type { Paid } from '@tuneport/domain/purchases/purchase-money';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { freezeSold, takeBackDisputed, thawSold } from '../../credits/index.ts';
import { freezeEarnings, postTransfer } from '../../ledger/index.ts';
import type { Payment } from '../../payments/index.ts';
import { cardSubject, type Purchase } from '../purchase-record.ts';
import { lockPurchaseOf, recordRefund, returnCredits } from './refund-purchase.ts';
import { refundParts } from './refunded-parts.ts';
import { returnedAmounts } from './returned-amounts.ts';

/**
 * While the payment is disputed, no share becomes available, and credits it bought cannot be used. If the dispute is
 * lost, delivered work stays revenue (the loss is booked as goodwill) but earns no share, and credits it bought are
 * revoked. Credits that paid a part are returned if the work will not be done; for completed work they stay spent.
 */
export async function purchaseDisputed(
  db: Db,
  platform: Platform,
  payment: Payment,
  how: 'open' | 'won' | 'lost',
): Promise<void> {
  const now = platform.clock.now();
  const first = await lockPurchaseOf(db, payment);
  if (how === 'open') {
    await freezeEarnings(db, cardSubject(first.id), now);
    return freezeSold(db, cardSubject(first.id), now);
  }
  if (how === 'won') return thawSold(db, cardSubject(first.id), now);
  const lost = { partMinor: payment.disputedMinor, wholeMinor: first.total_minor };
  const takenBackMinor = await takeBackDisputed(db, cardSubject(first.id), lost, now);
  const gone = await returnedAmounts(db, first.id, { disputeOf: payment.id });
  if (first.delivered_at === null && gone.card + gone.account + payment.disputedMinor === first.total_minor) {
    const reason = 'The bank reversed the payment before the work started.';
    await returnCredits(db, first, gone, { actorId: null, now, reason });
  }
  const purchase = await lockPurchaseOf(db, payment);
  const back = await refundParts(db, purchase, 'card', payment.disputedMinor, { disputeOf: payment.id });
  await recordRefund(db, platform, purchase, back.all, { actorId: null, detail: { disputed: payment.id } }, 'bank');
  const { taxMinor } = back.part;
  const goodwill = platformAccount('goodwill', purchase.currency);
  const legs: Leg[] =
    purchase.delivered_at === null
      ? [
          { account: platformAccount('defer.work', purchase.currency), amountMinor: back.workMinor },
          { account: platformAccount('tax', purchase.currency), amountMinor: taxMinor },
          { account: goodwill, amountMinor: -back.workMinor - taxMinor },
        ]
      : [...back.shares, ...taxOfTakenBack(purchase, back.part, takenBackMinor)];
  const some = legs.filter(({ amountMinor }) => amountMinor !== 0n);
  if (some.length > 0)
    await postTransfer(db, {
      key: `purchase:${purchase.id}:dispute-lost:${payment.id}`,
      kind: 'purchase.dispute-lost',
      subject: `purchase:${purchase.id}`,
      at: now,
      legs: some,
      beyondLimits: back.beyondLimits,
    });
}

/** Revoked credits are no longer sold, so their tax is reversed; used ones stay taxed. */
function taxOfTakenBack({ currency }: Purchase, { netMinor, taxMinor }: Paid, takenBackMinor: bigint): Leg[] {
  if (netMinor === 0n) return [];
  const due = roundedQuotient(taxMinor * takenBackMinor, netMinor);
  return move(platformAccount('tax', currency), platformAccount('goodwill', currency), due < taxMinor ? due : taxMinor);
}
