import type { LinkRenewal } from '../../platform/secrets/secret-links.ts';
import { hashToken, newToken } from '../identity/index.ts';
import { orderInvoicePath } from './orders/order-mails.ts';
import { tradeInPath } from './trade-ins/trade-in-mails.ts';

/** How expired links to records of the store are renewed. */
export const storeLinkRenewals: Readonly<Record<'order' | 'trade-in', LinkRenewal>> = {
  order: {
    recipient: (db, id) => db.selectFrom('orders').select('email').where('id', '=', id).executeTakeFirst(),
    issue: async (db, id) => {
      const token = newToken();
      const row = { token_hash: hashToken(token), order_id: id, purpose: 'mail' };
      await db.insertInto('order_tokens').values(row).execute();
      return { secret: token, path: orderInvoicePath(id, token) };
    },
  },
  'trade-in': {
    recipient: (db, id) => db.selectFrom('trade_ins').select('email').where('id', '=', id).executeTakeFirst(),
    issue: async (db, id) => {
      const token = newToken();
      await db
        .insertInto('trade_in_tokens')
        .values({ token_hash: hashToken(token), trade_in_id: id })
        .execute();
      return { secret: token, path: tradeInPath(id, token) };
    },
  },
};
