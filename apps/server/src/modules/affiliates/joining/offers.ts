import { affiliateTermsVersion } from '@tuneport/domain/affiliates/terms';
import { t } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Selectable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { AffiliateOffers } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken, insertUser, issueMailToken, newToken } from '../../identity/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { createAffiliate } from './create-affiliate.ts';
import { acceptTerms } from './terms.ts';

const offerDays = 14;
type Offer = Selectable<AffiliateOffers>;

const stateOf = (offer: Offer, now: Date) =>
  offer.joined_at
    ? ('accepted' as const)
    : offer.withdrawn_at
      ? ('withdrawn' as const)
      : offer.expires_at <= now
        ? ('expired' as const)
        : ('open' as const);

const present = (offer: Offer, now: Date) => ({
  id: offer.id,
  name: offer.name,
  email: offer.email,
  share_percent: offer.share_percent,
  currency: offer.currency,
  state: stateOf(offer, now),
  expires_at: offer.expires_at,
  created_at: offer.created_at,
  affiliate_id: offer.affiliate_id,
});

export async function listOffers(db: Db, { page, search }: { page: number; search?: string | undefined }, now: Date) {
  let query = db.selectFrom('affiliate_offers');
  if (search) {
    const pattern = containing(search);
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]));
  }
  const list = await pageOf(query, query.selectAll().orderBy('id', 'desc'), page);
  return { ...list, data: list.data.map((offer) => present(offer, now)) };
}

type NewOffer = { name: string; email: string; share: string; currency: string };

export async function makeOffer(db: Db, origin: string, actor: Actor, input: NewOffer, now: Date) {
  const user = await db.selectFrom('users').select('id').where('email', '=', input.email).executeTakeFirst();
  await requireNotOwnBusiness(db, actor, { user: user?.id });
  const token = newToken();
  const offer = await db
    .insertInto('affiliate_offers')
    .values({
      token_hash: hashToken(token),
      name: input.name,
      email: input.email,
      share_percent: input.share,
      currency: input.currency,
      expires_at: new Date(now.getTime() + offerDays * dayMs),
      created_by: actor.userId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const link = `${origin}/affil-offer/${offer.id}/${token}/join`;
  await queueMail(db, {
    to: input.email,
    secrets: [token],
    message: () => offerMessage(`${pagesOf(origin)}/affil-offer/${offer.id}/${token}/join`, offer),
  });
  await writeAudit(db, actor, 'affiliate-offers.create', `affiliate-offer:${offer.id}`, {
    after: { name: offer.name, email: offer.email, share_percent: offer.share_percent, currency: offer.currency },
  });
  return { ...present(offer, now), token, link };
}

export const offerMessage = (url: string, offer: Pick<Offer, 'share_percent' | 'expires_at'>) =>
  mailMessage('affiliate-offer', {
    subject: t('An offer to become a Tuneport affiliate'),
    title: t('Become a Tuneport affiliate'),
    paragraphs: [
      t('Hello,'),
      t('We offer you {percent}% of the net price of every sale that comes through your codes and links.', {
        percent: Number(offer.share_percent),
      }),
      t('The link works once, until {date}.', { date: dayLabel(offer.expires_at) }),
    ],
    button: { label: t('Read the offer'), url },
  });

export async function withdrawOffer(db: Db, actor: Actor, id: number, now: Date): Promise<void> {
  const offer = await db.selectFrom('affiliate_offers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!offer || offer.withdrawn_at) throw new Refusal('not_found');
  if (offer.joined_at) throw new Refusal('already_committed', { message: 'This offer was already accepted.' });
  await db.updateTable('affiliate_offers').set({ withdrawn_at: now }).where('id', '=', id).execute();
  await writeAudit(db, actor, 'affiliate-offers.withdraw', `affiliate-offer:${id}`, {});
}

type Link = { readonly id: number; readonly token: string };

/** A wrong token, an unknown id and a withdrawn offer get the same response. */
async function openOffer(db: Db, { id, token }: Link, now: Date, lock?: 'lock'): Promise<Offer> {
  const query = db
    .selectFrom('affiliate_offers')
    .selectAll()
    .where('id', '=', id)
    .where('token_hash', '=', hashToken(token));
  const offer = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!offer || offer.withdrawn_at) throw new Refusal('not_found');
  if (offer.joined_at) throw new Refusal('already_committed', { message: 'This offer was already accepted.' });
  if (offer.expires_at <= now)
    throw new Refusal('link_expired', { message: 'This offer has expired. Ask us for a new one.' });
  return offer;
}

export async function checkOffer(db: Db, link: Link, now: Date) {
  const { name, email, share_percent, currency, expires_at } = await openOffer(db, link, now);
  const [local = '', host = ''] = email.split('@');
  return {
    name,
    email_hint: `${local.slice(0, 1)}…@${host}`,
    share_percent,
    currency,
    terms_version: affiliateTermsVersion,
    expires_at,
  };
}

type Join = Link & { readonly name?: string | undefined; readonly terms_version?: string | undefined };

/** Creates the affiliate of an offer, once. */
export async function joinByOffer(db: Db, origin: string, actor: Actor, input: Join, now: Date) {
  const offer = await openOffer(db, input, now, 'lock');
  if (input.terms_version !== undefined && input.terms_version !== affiliateTermsVersion)
    throw fieldRefusal({ terms_version: ['The terms have changed. Reload the page and read them again.'] });
  const userId = actor.userId ?? (await accountFor(db, origin, offer, input.name));
  const { name, share_percent, currency } = offer;
  const affiliateId = await createAffiliate(db, actor, { name, share_percent, currency }, userId, now);
  if (input.terms_version !== undefined) await acceptTerms(db, affiliateId, userId, input.terms_version, now);
  await db
    .updateTable('affiliate_offers')
    .set({ joined_at: now, affiliate_id: affiliateId })
    .where('id', '=', offer.id)
    .execute();
  return { id: affiliateId, name, share_percent, currency };
}

/** The account of the offer's address. A new one has no password; its owner gets a link to set it. */
async function accountFor(db: Db, origin: string, offer: Offer, name: string | undefined): Promise<number> {
  const find = () => db.selectFrom('users').select('id').where('email', '=', offer.email).executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  if (name === undefined) throw fieldRefusal({ name: ['Enter your name.'] });
  const id = await insertUser(db, { name, email: offer.email, password_hash: null });
  if (id === null) return (await find())?.id ?? missing();
  const token = await issueMailToken(db, 'reset-password', { id, email: offer.email });
  const message = () =>
    mailMessage('reset-password', {
      subject: t('Set your Tuneport password'),
      title: t('Set your password'),
      paragraphs: [
        t('Hello,'),
        t('You joined as an affiliate. Set a password for your account to see your codes and earnings.'),
        t('The link works for one hour; later, use “Forgot password” on the login page.'),
      ],
      button: { label: t('Set password'), url: `${pagesOf(origin)}/auth/reset-password/${token}` },
    });
  await queueMail(db, { to: offer.email, secrets: [token], message });
  return id;
}

const missing = (): never => {
  throw new Refusal('conflict');
};
