import { creditsInWords } from '@tuneport/domain/tune-credits';
import type { Db } from '../../../platform/db/db.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import type { CodeRow } from './code-queries.ts';
import type { LotRow } from './credit-queries.ts';
import type { Gift } from './give-credits.ts';

const dayInWords = (at: Date) => at.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
const note = (text: string) => (text === '' ? [] : [text]);

/** The link of a code, to whom it is for. */
export async function mailCode(db: Db, origin: string, row: CodeRow, code: string): Promise<void> {
  if (row.recipient === null) return;
  const credits = creditsInWords(row.kind, row.units);
  await queueMail(db, {
    kind: 'tune-credit-code',
    to: row.recipient,
    subject: `${row.dealer ?? 'Tuneport'} gives you ${credits}`,
    ...mail({
      title: `${credits} for you`,
      paragraphs: [
        `${row.dealer ?? 'Tuneport'} gives you ${credits}. Claim ${row.units === 1 ? 'it' : 'them'} by ${dayInWords(row.expires_at)}; log in with this mail address.`,
        ...note(row.note),
        `The code is ${code}`,
      ],
      button: { label: 'Claim it', url: `${origin}/tcc/${code}` },
    }),
  });
}

export async function mailGift(db: Db, origin: string, gift: Gift): Promise<void> {
  const dealer = await db.selectFrom('dealers').select('name').where('id', '=', gift.dealerId).executeTakeFirst();
  const credits = creditsInWords(gift.kind, gift.units);
  await queueMail(db, {
    kind: 'tune-credit-gift',
    to: gift.recipient,
    subject: `${dealer?.name ?? 'A dealer'} gives you ${credits}`,
    secret: false,
    ...mail({
      title: `${credits} for you`,
      paragraphs: [`${dealer?.name ?? 'A dealer'} gives you ${credits}. You have them already.`, ...note(gift.note)],
      button: { label: 'See your credits', url: `${origin}/profile/credits` },
    }),
  });
}

/** Before credits expire. A dealer's go to where its bills go. */
export async function mailWarning(db: Db, origin: string, lot: LotRow): Promise<void> {
  const id = Number(lot.owner.split(':')[1]);
  const isDealer = lot.owner.startsWith('dealer:');
  const to = isDealer
    ? (await db.selectFrom('dealers').select('billing_email as to').where('id', '=', id).executeTakeFirst())?.to
    : (await db.selectFrom('users').select('email as to').where('id', '=', id).executeTakeFirst())?.to;
  if (!to) return;
  const credits = creditsInWords(lot.kind, lot.left_units);
  await queueMail(db, {
    kind: 'tune-credit-expiry',
    to,
    subject: `${credits} will expire on ${dayInWords(lot.expires_at)}`,
    secret: false,
    ...mail({
      title: 'Tune credits that will expire',
      paragraphs: [
        `${credits} can be used until ${dayInWords(lot.expires_at)}. Choose ${lot.left_units === 1 ? 'it' : 'them'} when you pay for a tune; afterwards ${lot.left_units === 1 ? 'it is' : 'they are'} gone.`,
      ],
      button: { label: 'See the credits', url: `${origin}/profile/credits` },
    }),
  });
}
