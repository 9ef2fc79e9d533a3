import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { addressSite } from '../../../platform/rate-limit.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashPassword } from '../login/passwords.ts';
import { isEmailConflict, type UserRow, userById } from '../queries.ts';
import { newPasswordProblems } from '../security/new-password.ts';
import { endSessionsOf, openSession } from '../sessions/sessions.ts';
import { endGuestLinks, type GuestLink, guestOfLink, hasAccount, lockGuestOfLink } from './guest-queries.ts';

type NewAccount = GuestLink & {
  readonly name: string;
  readonly password: string;
  readonly siteNames: readonly string[];
  readonly address: string;
  readonly userAgent: string;
  readonly now: Date;
};

const accountExists = () =>
  new Refusal('already_exists', { message: 'This address has an account. Log in to add your requests to it.' });

/**
 * Makes an account of a guest. The link was mailed to the address, so it is confirmed by using it; the guest session
 * that entered the address ends.
 */
export async function makeGuestAccount(db: Db, input: NewAccount): Promise<{ token: string; user: UserRow }> {
  // A hash takes a processor for 70 ms, so not for any token a stranger makes up.
  await guestOfLink(db, input);
  // Hashed before the transaction starts, so that it does not hold a connection.
  const password_hash = await hashPassword(input.password, addressSite(input.address));
  const make = retryOnDeadlock(db, async (tx) => {
    const guest = await lockGuestOfLink(tx, input);
    if (await hasAccount(tx, guest.email)) throw accountExists();
    const problems = newPasswordProblems(input.password, { ...input, email: guest.email });
    if (problems.length > 0) throw fieldRefusal({ password: problems });
    await tx
      .updateTable('users')
      .set({
        name: input.name,
        email: guest.email,
        guest_email: null,
        password_hash,
        email_confirmed_at: input.now,
        first_confirmed_at: input.now,
        updated_at: input.now,
      })
      .where('id', '=', guest.id)
      .execute();
    await endGuestLinks(tx, guest.id);
    await endSessionsOf(tx, guest.id);
    const { address, userAgent } = input;
    const actor = { userId: guest.id, sessionId: null, address };
    await writeAudit(tx, actor, 'identity.make-guest-account', `user:${guest.id}`);
    const token = await openSession(tx, {
      userId: guest.id,
      method: 'password',
      secondFactor: false,
      address,
      userAgent,
    });
    return { token, user: (await userById(tx, guest.id)) as UserRow };
  });
  return make.catch((error: unknown) => {
    throw isEmailConflict(error) ? accountExists() : error;
  });
}
