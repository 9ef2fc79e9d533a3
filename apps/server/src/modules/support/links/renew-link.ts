import { randomBytes } from 'node:crypto';
import type { supportLinks } from '@tuneport/contract/support-links';
import { rescueCode, rescueCodeBytes } from '@tuneport/domain/rescue-code';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { takePermit } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isExpiredLink, type LinkKind } from '../../../platform/secret-links.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { codeHashOf } from '../rescue/start-rescue.ts';

type Renewal = {
  readonly page: (id: number, token: string) => string;
  readonly email: (db: Db, id: number) => Promise<{ email: string | null } | undefined>;
  readonly store: (db: Db, id: number, tokenHash: Buffer) => Promise<unknown>;
};

const renewals: Readonly<Record<LinkKind, Renewal>> = {
  order: {
    page: (id, token) => `/profile/orders/${id}/${token}/invoice`,
    email: (db, id) => db.selectFrom('orders').select('email').where('id', '=', id).executeTakeFirst(),
    store: (db, order_id, token_hash) =>
      db.insertInto('order_tokens').values({ token_hash, order_id, purpose: 'mail' }).execute(),
  },
  purchase: {
    page: (id, token) => `/profile/purchases/${id}/${token}/invoice`,
    email: (db, id) => db.selectFrom('catalog_purchases').select('email').where('id', '=', id).executeTakeFirst(),
    store: (db, purchase_id, token_hash) =>
      db
        .insertInto('catalog_purchase_tokens')
        .values({ token_hash, purchase_id, created_at: sql<Date>`now()` })
        .execute(),
  },
  ticket: {
    page: (id, token) => `/tuning-ticket/${id}/${token}`,
    email: (db, id) => db.selectFrom('tickets').select('email').where('id', '=', id).executeTakeFirst(),
    store: (db, ticket_id, token_hash) =>
      db.insertInto('ticket_tokens').values({ token_hash, ticket_id, created_at: sql<Date>`now()` }).execute(),
  },
  'trade-in': {
    page: (id, token) => `/trade-in/${id}/${token}`,
    email: (db, id) => db.selectFrom('trade_ins').select('email').where('id', '=', id).executeTakeFirst(),
    store: (db, trade_in_id, token_hash) =>
      db.insertInto('trade_in_tokens').values({ token_hash, trade_in_id }).execute(),
  },
  rescue: {
    page: (id, code) => `/fz/rescue/${id}/${code}`,
    email: (db, id) => db.selectFrom('rescue_sessions').select('email').where('id', '=', id).executeTakeFirst(),
    store: (db, id, code_hash) =>
      db
        .updateTable('rescue_sessions')
        .set({ code_hash, code_expires_at: sql<Date>`now() + interval '30 days'` })
        .where('id', '=', id)
        .execute(),
  },
};

const mailsADay = { max: 3, windowS: 24 * 60 * 60 };
const hashOf = (kind: LinkKind, token: string) => (kind === 'rescue' ? codeHashOf(token) : hashToken(token));

/** Mails a new link to the address on record. The expired token proves that the caller once had it. */
async function renewLink(db: Db, origin: string, { kind, id, token }: { kind: LinkKind; id: number; token: string }) {
  if (!(await isExpiredLink(db, kind, id, hashOf(kind, token)))) throw new Refusal('not_found');
  const { page, email, store } = renewals[kind];
  const to = (await email(db, id))?.email;
  if (!to)
    throw new Refusal('conflict', { message: 'We have no e-mail address for this link. Contact us for a new one.' });
  await takePermit(db, `renew-link ${kind}:${id}`, mailsADay);
  const fresh = kind === 'rescue' ? rescueCode(randomBytes(rescueCodeBytes)) : newToken();
  const hash = hashOf(kind, fresh);
  if (!hash) throw new Error('a new code cannot be read');
  await store(db, id, hash);
  await queueMail(db, {
    kind: 'new-link',
    secrets: [fresh],
    to,
    subject: 'Your new link',
    ...mail({
      title: 'Your new link',
      paragraphs: [
        'Hello,',
        'Your earlier link has expired, and somebody who has it asked for a new one. This is it.',
        'If you did not ask for it, you can ignore this e-mail.',
      ],
      button: { label: 'Open', url: `${origin}${page(id, fresh)}` },
    }),
  });
}

export const supportLinkRoutes = handlers<typeof supportLinks>({
  'POST /links/renew': ({ db, platform, body }) => renewLink(db, platform.config.publicOrigin, body),
});
