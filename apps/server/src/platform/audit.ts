import type { AuditActor } from './actor.ts';
import type { Db } from './db/db.ts';

/** Writes who did what into the log, in the transaction of the act itself: there are both or none. */
export async function writeAudit(
  db: Db,
  actor: AuditActor,
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
