import { receivable } from '../../modules/dealers/index.ts';
import { setLimit } from '../../modules/ledger/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** Made up: both have correct check digits and no company behind them. */
export const demoSellerVatId = 'ATU00000024';
const dealerVatId = 'FR12000000000';

const address = {
  country_code: 'FR',
  full_name: 'Atelier Exemple',
  line1: '5 Rue de l’Exemple',
  line2: '',
  city: 'Lyon',
  state: '',
  postal_code: '69001',
  email: '',
  phone: '',
  vat_id: dealerVatId,
};

/** A dealer of region 2 whose VAT id staff have verified: it buys under reverse charge. */
export async function addEuropeanDealer(db: Db, now: Date, managerId: number): Promise<void> {
  const { id } = await db
    .insertInto('dealers')
    .values({
      slug: 'atelier-exemple',
      name: 'Atelier Exemple',
      currency: 'EUR',
      preferred_display_currency: 'EUR',
      legal_name: 'Atelier Exemple SARL',
      billing_email: 'bills@atelier-exemple.tuneport.test',
      billing_address: JSON.stringify(address),
      install_share_percent: '75',
      vat_check: 'verified',
      vat_checked_id: dealerVatId,
      vat_checked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('dealer_members').values({ dealer_id: id, user_id: managerId, kind: 'manager' }).execute();
  await setLimit(db, receivable(id, 'EUR'), { maxMinor: 500_000n, at: now, reason: 'Account opened' });
}
