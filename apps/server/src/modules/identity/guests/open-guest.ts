import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { rememberLanguage } from '../../../platform/mail/mail-language.ts';
import { addressGroup, takeRateLimit } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sameEmail } from '../queries.ts';
import { openSession } from '../sessions/sessions.ts';
import { hasAccount } from './guest-queries.ts';

/**
 * Guests of one address from one network: more are not needed to buy. Not counted across networks, because a stranger
 * could then keep the owner of the address out; mails have a limit of their own.
 */
const ofOneAddress = { max: 10, windowS: 24 * 3600 };

/**
 * Creates a guest and returns the token of their session; null if this browser is that guest already. The address is
 * not looked up: what a guest gets is the same for every address, and nothing that exists.
 */
export async function openGuest(
  db: Db,
  actor: Actor,
  { email, userAgent }: { email: string; userAgent: string },
): Promise<string | null> {
  if (actor.guestEmail !== undefined && sameEmail(actor.guestEmail, email)) return null;
  if (actor.signedIn && actor.guestEmail === undefined)
    throw new Refusal('conflict', { message: 'You are logged in. Log out to continue as a guest.' });
  await takeRateLimit(db, `guest ${email.toLowerCase()} ${addressGroup(actor.address)}`, ofOneAddress);
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({
        name: 'Guest',
        email: `guest-${randomUUID()}@guest.invalid`,
        guest_email: email,
        password_hash: null,
        role: 0,
        flags: [],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // An account has a language of its own, which a stranger must not change.
    if (!(await hasAccount(tx, email))) await rememberLanguage(tx, email);
    const { address } = actor;
    return openSession(tx, { userId: id, method: 'guest', secondFactor: false, address, userAgent });
  });
}
