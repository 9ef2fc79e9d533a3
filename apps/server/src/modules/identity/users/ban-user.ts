import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { endProgramsOf } from '../api-keys/manage-api-keys.ts';
import { mayBan, mayUnban } from '../policy.ts';
import { userForUpdate } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';

export async function banUser(db: Db, actor: SignedInActor, id: number, reason: string, now: Date): Promise<void> {
  const user = await userForUpdate(db, id);
  if (!user) throw new Refusal('not_found');
  if (!mayBan(actor, user))
    throw new Refusal('conflict', {
      message: user.banned_at ? 'This user is already banned.' : 'You cannot ban yourself.',
    });
  await setBan(db, id, { banned_at: now, ban_reason: reason }, nextUpdatedAt(user.updated_at, now));
  await endSessionsOf(db, id);
  await endProgramsOf(db, id, now);
  await writeAudit(db, actor, 'identity.ban-user', `user:${id}`, { reason });
}

export async function unbanUser(db: Db, actor: SignedInActor, id: number, reason: string, now: Date): Promise<void> {
  const user = await userForUpdate(db, id);
  if (!user) throw new Refusal('not_found');
  if (!mayUnban(actor, user)) return;
  await setBan(db, id, { banned_at: null, ban_reason: null }, nextUpdatedAt(user.updated_at, now));
  await writeAudit(db, actor, 'identity.unban-user', `user:${id}`, { reason });
}

async function setBan(
  db: Db,
  id: number,
  ban: { banned_at: Date | null; ban_reason: string | null },
  updated_at: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...ban, updated_at })
    .where('id', '=', id)
    .execute();
}
