import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';

export { listActs } from './queries.ts';

/** Writes an audit event in the transaction of the action, so that both are stored or neither. */
export async function writeAudit(
  db: Db,
  actor: Pick<Actor, 'userId' | 'sessionId' | 'address'>,
  act: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: actor.userId,
      session_id: actor.sessionId,
      address: actor.address,
      act,
      subject,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** The actor of actions without a user: schedules and the command line. */
export const system: Pick<Actor, 'userId' | 'sessionId' | 'address'> = {
  userId: null,
  sessionId: null,
  address: 'system',
};
