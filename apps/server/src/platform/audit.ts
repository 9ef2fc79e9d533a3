import type { AuditActor } from './actor.ts';
import type { Db } from './db/db.ts';

/** Writes an audit event in the transaction of the audited change, so that both are committed or neither. */
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
