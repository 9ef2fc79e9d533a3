import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { Role, UserFlag } from '@tuneport/domain/identity/permissions';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { mayGrant } from '../policy.ts';
import { userForUpdate } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { presentUserRecord } from './present-user-record.ts';

type Grant = { role?: Role | undefined; f?: readonly UserFlag[] | undefined };

/** Changes role and flags. The user's sessions end, so that none continues with the old rights. */
export async function grantRights(
  db: Db,
  actor: SignedInActor,
  id: number,
  grant: Grant,
  readAt: Date,
  now: Date,
): Promise<void> {
  const user = await userForUpdate(db, id);
  if (!user) throw new Refusal('not_found');
  if (!mayGrant(actor, user))
    throw new Refusal('conflict', { message: 'You cannot change your own role and flags. Ask another SuperAdmin.' });
  if (isStale(user.updated_at, readAt))
    throw new Refusal('stale_record', { current: await presentUserRecord(db, actor, id) });
  const role = grant.role ?? user.role;
  const flags = grant.f ? [...new Set(grant.f)].sort() : user.flags;
  await db
    .updateTable('users')
    .set({ role, flags, updated_at: nextUpdatedAt(user.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(db, id);
  await writeAudit(db, actor, 'identity.grant-rights', `user:${id}`, {
    before: { role: user.role, f: user.flags },
    after: { role, f: flags },
  });
}
