import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { plural, t } from '@tuneport/domain/text/text';
import type { Db } from '../../platform/db/db.ts';
import { dayLabel, momentLabel } from '../../platform/mail/dates.ts';
import type { MailBranding } from '../../platform/mail/layout.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../platform/mail/queue.ts';
import { shortName, withoutLinks } from '../../platform/mail/typed-text.ts';
import { mailBranding } from '../dealers/index.ts';
import type { CodeRow } from './code-queries.ts';
import type { LotRow } from './credit-queries.ts';
import type { Gift } from './give-credits.ts';

/**
 * Mails the link of a code to its recipient. The address may belong to someone else, so the note is shown only on the
 * linked page.
 */
export async function mailCode(db: Db, origin: string, row: CodeRow, code: string): Promise<void> {
  if (row.recipient === null) return;
  const { branding } = await mailBranding(db, origin, row.dealer_id);
  await queueMail(db, { to: row.recipient, secrets: [code], message: () => codeMessage(origin, row, code, branding) });
}

export function codeMessage(
  origin: string,
  row: Pick<CodeRow, 'kind' | 'units' | 'dealer' | 'expires_at'>,
  code: string,
  branding: MailBranding | null = null,
) {
  const credits = creditsLabel(row.kind, row.units);
  const giver = row.dealer === null ? 'Tuneport' : shortName(row.dealer);
  return mailMessage('tune-credit-code', {
    subject: t('{giver} sent you {credits}', { giver, credits }),
    title: t('{credits} for you', { credits }),
    paragraphs: [
      plural(
        row.units,
        {
          one: '{giver} sent you {credits}. To claim it, log in with this e-mail address by {date}.',
          other: '{giver} sent you {credits}. To claim them, log in with this e-mail address by {date}.',
        },
        { giver, credits, date: momentLabel(row.expires_at) },
      ),
      t('Your code is {code}', { code }),
    ],
    button: { label: t('Claim credits'), url: `${pagesOf(origin)}/tcc/${code}` },
    branding,
  });
}

export async function mailGift(db: Db, origin: string, gift: Gift): Promise<void> {
  const dealer = await db.selectFrom('dealers').select('name').where('id', '=', gift.dealerId).executeTakeFirst();
  const giver = () => (dealer ? shortName(dealer.name) : t('A dealer'));
  const { branding } = await mailBranding(db, origin, gift.dealerId);
  await queueMail(db, { to: gift.recipient, secrets: [], message: () => giftMessage(origin, giver(), gift, branding) });
}

export function giftMessage(
  origin: string,
  giver: string,
  gift: Pick<Gift, 'kind' | 'units' | 'note'>,
  branding: MailBranding | null = null,
) {
  const credits = creditsLabel(gift.kind, gift.units);
  return mailMessage('tune-credit-gift', {
    subject: t('{giver} sent you {credits}', { giver, credits }),
    title: t('{credits} for you', { credits }),
    paragraphs: [
      plural(
        gift.units,
        {
          one: '{giver} sent you {credits}. It is already on your account.',
          other: '{giver} sent you {credits}. They are already on your account.',
        },
        { giver, credits },
      ),
      ...(gift.note === '' ? [] : [withoutLinks(gift.note, origin)]),
    ],
    button: { label: t('View your credits'), url: `${pagesOf(origin)}/profile/credits` },
    branding,
  });
}

/** Sent before credits expire. */
export async function mailWarning(db: Db, origin: string, lot: LotRow): Promise<void> {
  const message = () => expiryMessage(origin, lot);
  for (const to of await addressesOf(db, lot.owner)) await queueMail(db, { to, secrets: [], message });
}

export function expiryMessage(origin: string, lot: Pick<LotRow, 'kind' | 'left_units' | 'expires_at'>) {
  const credits = creditsLabel(lot.kind, lot.left_units);
  return mailMessage('tune-credit-expiry', {
    subject: t('{credits} will expire on {date}', { credits, date: dayLabel(lot.expires_at) }),
    title: t('Your tune credits expire soon'),
    paragraphs: [
      plural(
        lot.left_units,
        {
          one: 'Use {credits} by {date}. Select it when you pay for a tune; it expires after that date.',
          other: 'Use {credits} by {date}. Select them when you pay for a tune; they expire after that date.',
        },
        { credits, date: momentLabel(lot.expires_at) },
      ),
    ],
    button: { label: t('View credits'), url: `${pagesOf(origin)}/profile/credits` },
  });
}

/** A dealer's mail goes to its billing address, or to its managers if there is none. */
async function addressesOf(db: Db, owner: Owner): Promise<string[]> {
  const id = Number(owner.split(':')[1]);
  if (!owner.startsWith('dealer:'))
    return (await db.selectFrom('users').select('email').where('id', '=', id).execute()).map(({ email }) => email);
  const dealer = await db.selectFrom('dealers').select('billing_email').where('id', '=', id).executeTakeFirst();
  if (dealer && dealer.billing_email !== '') return [dealer.billing_email];
  const members = await db
    .selectFrom('dealer_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'm.kind'])
    .where('m.dealer_id', '=', id)
    .orderBy('u.id')
    .execute();
  const managers = members.filter(({ kind }) => kind === 'manager');
  return (managers.length > 0 ? managers : members).map(({ email }) => email);
}
