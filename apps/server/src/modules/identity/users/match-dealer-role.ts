import { roles } from '@tuneport/domain/identity/roles';
import type { Db } from '../../../platform/db/db.ts';
import { userForUpdate } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';

/**
 * The first dealer membership promotes a User to Dealer, leaving the last one demotes; staff keep their role. A changed
 * role ends the sessions, except the one in which a person joins by themselves.
 */
export async function matchDealerRole(db: Db, userId: number, keptSessionId?: number): Promise<void> {
  const user = await userForUpdate(db, userId);
  if (!user) return;
  const member = await db
    .selectFrom('dealer_members')
    .select('dealer_id')
    .where('user_id', '=', userId)
    .limit(1)
    .execute();
  const role =
    user.role === roles.User && member.length > 0
      ? roles.Dealer
      : user.role === roles.Dealer && member.length === 0
        ? roles.User
        : user.role;
  if (role === user.role) return;
  await db.updateTable('users').set({ role }).where('id', '=', userId).execute();
  await endSessionsOf(db, userId, keptSessionId);
}
