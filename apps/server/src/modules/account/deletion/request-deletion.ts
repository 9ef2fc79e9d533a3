import { deletionBlockerText, deletionGraceDays } from '@tuneport/domain/identity/account-deletion';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { endSessionsOf } from '../../identity/index.ts';
import { sendDeletionCancelled, sendDeletionRequested } from '../account-mails.ts';
import { deletionBlockers } from './blockers.ts';

type Context = { readonly db: Db; readonly origin: string; readonly now: Date };

/** Locked, so that a concurrent request, cancellation or deletion waits. */
export const lockAccount = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at', 'deletion_due_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

export const recipientOf = ({ email, email_confirmed_at }: Account) => ({
  email,
  confirmed: email_confirmed_at !== null,
});

export async function readDeletion(db: Db, userId: number) {
  const { rows } = await sql<{ due_at: Date | null; lost_credits: number }>`
    select u.deletion_due_at as due_at,
      (select coalesce(sum(c.left_units), 0)::int from tune_credit_left c
        where c.owner = 'user:' || u.id and c.expires_at > now()) as lost_credits
    from users u where u.id = ${userId}`.execute(db);
  const { due_at = null, lost_credits = 0 } = rows[0] ?? {};
  return { due_at, lost_credits, blockers: await deletionBlockers(db, userId) };
}

export async function requestDeletion({ db, origin, now }: Context, actor: SignedInActor, email: string) {
  const user = await lockAccount(db, actor.userId);
  if (!user) throw new Refusal('unauthenticated');
  if (user.email.toLowerCase() !== email)
    throw fieldRefusal({ email: ['This is not the e-mail address of your account.'] });
  const blockers = await deletionBlockers(db, actor.userId);
  if (blockers.length > 0)
    throw new Refusal('conflict', {
      message: `Your account cannot be deleted yet. ${blockers.map(deletionBlockerText).join(' ')}`,
    });
  if (user.deletion_due_at !== null) return;
  const due = new Date(now.getTime() + deletionGraceDays * dayMs);
  await db.updateTable('users').set({ deletion_due_at: due }).where('id', '=', actor.userId).execute();
  await endSessionsOf(db, actor.userId, actor.sessionId);
  await writeAudit(db, actor, 'identity.request-deletion', `user:${actor.userId}`, { due_at: due });
  await sendDeletionRequested(db, origin, recipientOf(user), due);
}

export async function cancelDeletion({ db, origin }: Context, actor: SignedInActor): Promise<void> {
  const user = await lockAccount(db, actor.userId);
  if (!user) throw new Refusal('unauthenticated');
  if (user.deletion_due_at === null) return;
  await db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', actor.userId).execute();
  await writeAudit(db, actor, 'identity.cancel-deletion', `user:${actor.userId}`);
  await sendDeletionCancelled(db, origin, recipientOf(user));
}
