import type { supportLinks } from '@tuneport/contract/support/support-links';
import { t } from '@tuneport/domain/text/text';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { takeRateLimit } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isExpiredLink, type LinkKind, type LinkRenewal } from '../../../platform/secrets/secret-links.ts';
import { guestEmailOf, hashToken, issueGuestLink } from '../../identity/index.ts';
import { purchaseLinkRenewal } from '../../purchases/index.ts';
import { storeLinkRenewals } from '../../store/index.ts';
import { rescuePath } from '../rescue/rescue-mails.ts';
import { codeHashOf, newRescueCode } from '../rescue/start-rescue.ts';
import { followPath } from '../tickets/ticket-mails.ts';
import { issueTicketToken } from '../tickets/ticket-queries.ts';

const renewals: Readonly<Record<LinkKind, LinkRenewal>> = {
  ...storeLinkRenewals,
  purchase: purchaseLinkRenewal,
  guest: {
    recipient: async (db, id) => ({ email: await guestEmailOf(db, id) }),
    issue: async (db, id) => {
      const { token, path } = await issueGuestLink(db, id);
      return { secret: token, path };
    },
  },
  ticket: {
    recipient: (db, id) => db.selectFrom('tickets').select('email').where('id', '=', id).executeTakeFirst(),
    issue: async (db, id, now) => {
      const token = await issueTicketToken(db, id, now);
      return { secret: token, path: followPath(id, token) };
    },
  },
  rescue: {
    recipient: (db, id) => db.selectFrom('rescue_sessions').select('email').where('id', '=', id).executeTakeFirst(),
    issue: async (db, id) => {
      const { code, hash } = newRescueCode();
      await db
        .updateTable('rescue_sessions')
        .set({ code_hash: hash, code_expires_at: sql<Date>`default` })
        .where('id', '=', id)
        .execute();
      return { secret: code, path: rescuePath(id, code) };
    },
  },
};

const mailsADay = { max: 3, windowS: 24 * 60 * 60 };

type ExpiredLink = { readonly kind: LinkKind; readonly id: number; readonly token: string };

/** Mails a new link to the address on record. The expired token proves that the caller once had access. */
async function renewLink(db: Db, origin: string, { kind, id, token }: ExpiredLink, now: Date): Promise<void> {
  const hash = kind === 'rescue' ? codeHashOf(token) : hashToken(token);
  if (!(await isExpiredLink(db, kind, id, hash))) throw new Refusal('not_found');
  const to = (await renewals[kind].recipient(db, id))?.email;
  if (!to)
    throw new Refusal('conflict', { message: 'We have no e-mail address for this link. Contact us for a new one.' });
  await takeRateLimit(db, `renew-link ${kind}:${id}`, mailsADay);
  const { secret, path } = await renewals[kind].issue(db, id, now);
  await queueMail(db, { to, secrets: [secret], message: () => newLinkMessage(`${pagesOf(origin)}${path}`) });
}

export const newLinkMessage = (url: string) =>
  mailMessage('new-link', {
    title: t('Your new link'),
    paragraphs: [
      t('Hello,'),
      t('Your previous link has expired. Someone who has it asked us to send you a new one.'),
      t("If you didn't request it, you can ignore this e-mail."),
    ],
    button: { label: t('Open the link'), url },
  });

export const supportLinkRoutes = handlers<typeof supportLinks>({
  'POST /links/renew': ({ db, platform, body, now }) => renewLink(db, platform.config.publicOrigin, body, now),
});
