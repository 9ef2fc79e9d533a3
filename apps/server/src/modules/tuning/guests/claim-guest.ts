import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { closeGuest, type GuestLink, lockGuestOfLink, ownsAddress } from '../../identity/index.ts';
import { movePurchases, usedOwnCode } from '../../purchases/index.ts';

/**
 * Moves the records of a guest to the account of the same address. Needs both proofs: the link, which was mailed to the
 * address, and a login to the account that has confirmed it.
 */
export async function claimGuest(db: Db, actor: SignedInActor, link: GuestLink, now: Date): Promise<number> {
  const guest = await lockGuestOfLink(db, link);
  if (!(await ownsAddress(db, actor.userId, guest.email)))
    throw new Refusal('conflict', {
      message: 'These requests belong to another e-mail address. Log in with the account of that address.',
    });
  // The rule about one's own codes also applies to who bought as a guest.
  if (await usedOwnCode(db, guest.id, actor.userId))
    throw new Refusal('conflict', {
      message: 'A purchase was made with a discount code of your own. It cannot be added to your account. Contact us.',
    });
  await closeGuest(db, guest.id, actor.userId, now);
  const to = { user_id: actor.userId };
  await db.updateTable('uploads').set(to).where('user_id', '=', guest.id).execute();
  const moved = await db.updateTable('tune_requests').set(to).where('user_id', '=', guest.id).returning('id').execute();
  await movePurchases(db, guest.id, actor.userId);
  await writeAudit(db, actor, 'tuning.claim-guest', `user:${guest.id}`, { requests: moved.map(({ id }) => id) });
  return moved.length;
}
