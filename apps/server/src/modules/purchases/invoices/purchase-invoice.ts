import { money } from '@tuneport/domain/money/money';
import { invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { brandOf } from '../../dealers/index.ts';
import { capturedFor, presentInvoicePayment } from '../../payments/index.ts';
import { companyZone, sellerOf, settingsOf } from '../../settings/index.ts';
import { creditNotesOf } from '../../store/index.ts';
import { presentPurchase } from '../present-purchase.ts';
import { accountSubject, cardSubject, type Purchase } from '../purchase-record.ts';

/** Generated from the purchase as sold, which never changes: identical every time except for later refunds. */
export async function purchaseInvoice(db: Db, platform: Platform, purchase: Purchase | null) {
  const number = purchase && invoiceNumberOf(purchase);
  if (!purchase?.paid_at || !number) throw new Refusal('not_found');
  const settings = await settingsOf(platform);
  const { can: _can, sentence: _sentence, ...shown } = await presentPurchase(db, purchase);
  return {
    number,
    issued_at: purchase.paid_at,
    issued_on: dayIn(purchase.paid_at, await companyZone(platform)),
    seller: sellerOf(settings),
    purchase: shown,
    payment: presentInvoicePayment(
      money(purchase.total_minor, purchase.currency),
      // What the bank took back for good is among the refunds.
      await capturedFor(db, [cardSubject(purchase.id), accountSubject(purchase.id)], { lostIsRefunded: true }),
    ),
    credit_notes: await creditNotesOf(db, 'purchase', purchase.id),
    brand: await brandOf(db, shown.dealer?.id ?? shown.installer?.id ?? null),
  };
}
