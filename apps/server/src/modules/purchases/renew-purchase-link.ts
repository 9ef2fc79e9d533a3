import type { LinkRenewal } from '../../platform/secrets/secret-links.ts';
import { hashToken, newToken } from '../identity/index.ts';
import { purchaseInvoicePath } from './purchase-mails.ts';
import { storeToken } from './purchase-queries.ts';

/** How an expired link to a purchase is renewed. */
export const purchaseLinkRenewal: LinkRenewal = {
  recipient: (db, id) => db.selectFrom('catalog_purchases').select('email').where('id', '=', id).executeTakeFirst(),
  issue: async (db, id, now) => {
    const token = newToken();
    await storeToken(db, id, hashToken(token), now);
    return { secret: token, path: purchaseInvoicePath(id, token) };
  },
};
