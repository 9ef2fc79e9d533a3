import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel, momentLabel } from '../../../platform/mail/dates.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { shortName, withoutLinks } from '../../../platform/mail/typed-text.ts';
import type { CodeRow } from './code-queries.ts';
import type { LotRow } from './credit-queries.ts';
import type { Gift } from './give-credits.ts';

/**
 * Mails the link of a code to its recipient. The address may belong to someone else, so the note is shown only on the
 * linked page.
 */
export async function mailCode(db: Db, origin: string, row: CodeRow, code: string): Promise<void> {
  if (row.recipient === null) return;
  const credits = creditsLabel(row.kind, row.units);
  const giver = row.dealer === null ? 'Tuneport' : shortName(row.dealer);
  await queueMail(db, {
    kind: 'tune-credit-code',
    secrets: [code],
    to: row.recipient,
    subject: `${giver} sent you ${credits}`,
    ...mail({
      title: `${credits} for you`,
      paragraphs: [
        `${giver} sent you ${credits}. To claim ${row.units === 1 ? 'it' : 'them'}, log in with this e-mail address by ${momentLabel(row.expires_at)}.`,
        `Your code is ${code}`,
      ],
      button: { label: 'Claim credits', url: `${origin}/tcc/${code}` },
    }),
  });
}

export async function mailGift(db: Db, origin: string, gift: Gift): Promise<void> {
  const dealer = await db.selectFrom('dealers').select('name').where('id', '=', gift.dealerId).executeTakeFirst();
  const credits = creditsLabel(gift.kind, gift.units);
  const giver = dealer ? shortName(dealer.name) : 'A dealer';
  await queueMail(db, {
    kind: 'tune-credit-gift',
    to: gift.recipient,
    subject: `${giver} sent you ${credits}`,
    secrets: [],
    ...mail({
      title: `${credits} for you`,
      paragraphs: [
        `${giver} sent you ${credits}. ${gift.units === 1 ? 'It is' : 'They are'} already on your account.`,
        ...(gift.note === '' ? [] : [withoutLinks(gift.note, origin)]),
      ],
      button: { label: 'View your credits', url: `${origin}/profile/credits` },
    }),
  });
}

/** Sent before credits expire. */
export async function mailWarning(db: Db, origin: string, lot: LotRow): Promise<void> {
  const credits = creditsLabel(lot.kind, lot.left_units);
  for (const to of await addressesOf(db, lot.owner))
    await queueMail(db, {
      kind: 'tune-credit-expiry',
      to,
      subject: `${credits} will expire on ${dayLabel(lot.expires_at)}`,
      secrets: [],
      ...mail({
        title: 'Your tune credits expire soon',
        paragraphs: [
          `Use ${credits} by ${momentLabel(lot.expires_at)}. Select ${lot.left_units === 1 ? 'it' : 'them'} when you pay for a tune; after that, ${lot.left_units === 1 ? 'it is' : 'they are'} gone.`,
        ],
        button: { label: 'View credits', url: `${origin}/profile/credits` },
      }),
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
