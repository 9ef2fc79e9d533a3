import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import type { EarningSubject } from '../../ledger/index.ts';
import { paymentOfSubject } from '../../payments/index.ts';
import { type AppliedDiscount, affiliateRule } from '../../store/index.ts';
import { lockPurchase } from '../purchase-queries.ts';
import { cardSubject } from '../purchase-record.ts';

/** A share of a purchase is final once the work is delivered, not refunded, and the payment not disputed. */
export const purchaseEarnings: EarningSubject = {
  also: ['purchase-account'],
  async ripe(db, id) {
    const purchase = await lockPurchase(db, id);
    if (purchase?.state !== 'delivered') return false;
    return (await paymentOfSubject(db, cardSubject(id)))?.state !== 'disputed';
  },
  describe,
};

async function describe(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('catalog_purchases')
    .leftJoin('tracking_tags as t', 't.id', 'catalog_purchases.tracking_tag_id')
    .select(({ selectFrom }) => [
      'catalog_purchases.id',
      'vehicle',
      'discounts',
      't.tag',
      selectFrom('catalog_purchase_lines as l')
        .select(({ fn, val }) => fn<string | null>('string_agg', ['l.label', val(' + ')]).as('tunes'))
        .whereRef('l.purchase_id', '=', 'catalog_purchases.id')
        .where('l.kind', '=', 'tune')
        .as('tunes'),
    ])
    .where('catalog_purchases.id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map(({ id, vehicle, tunes, discounts, tag }) => [
      id,
      {
        number: purchaseNumber(id),
        title: [tunes, vehicle].filter(Boolean).join(', '),
        rules: {
          tuner: t('Share of your tunes'),
          dealer: t('Install fee'),
          affiliate: affiliateRule(discounts as readonly AppliedDiscount[], null, tag),
        },
      },
    ]),
  );
}
