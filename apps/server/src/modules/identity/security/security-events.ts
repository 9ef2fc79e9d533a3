import type { Actor, SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isWithinRateLimit } from '../../../platform/rate-limit.ts';
import { writeAudit } from '../../audit/index.ts';

// Security events are audit events about a user. Events that anyone can trigger are rate limited, so that they cannot
// fill the table.

const failuresPerAccount = { max: 20, windowS: 3600 };
const failuresElsewhere = { max: 100, windowS: 3600 };
const refusalsPerUser = { max: 10, windowS: 3600 };

type FailedProof = 'password' | 'code' | 'passkey';
export type Failure = { userId: number | null; reason: FailedProof; address: string; userAgent: string };

export async function recordFailedLogin(db: Db, failure: Failure): Promise<void> {
  const { userId, reason, address, userAgent } = failure;
  const subject = userId === null ? 'user:unknown' : `user:${userId}`;
  const limit = userId === null ? failuresElsewhere : failuresPerAccount;
  if (!(await isWithinRateLimit(db, `failed login ${subject}`, limit))) return;
  const stranger = { userId: null, sessionId: null, address };
  await writeAudit(db, stranger, 'identity.fail-login', subject, { reason, device: userAgent.slice(0, 400) });
}

/** A wrong password, code or passkey at a re-authentication. */
export async function recordFailedReauthentication(db: Db, actor: SignedInActor, reason: FailedProof): Promise<void> {
  const subject = `user:${actor.userId}`;
  if (!(await isWithinRateLimit(db, `failed reauthentication ${subject}`, failuresPerAccount))) return;
  await writeAudit(db, actor, 'identity.fail-reauthentication', subject, { reason });
}

/** A call that this user's session was not allowed to make. */
export async function recordRefusedAccess(db: Db, actor: Actor, call: string): Promise<void> {
  if (actor.userId === null) return;
  if (!(await isWithinRateLimit(db, `refused access user:${actor.userId}`, refusalsPerUser))) return;
  await writeAudit(db, actor, 'identity.refuse-access', `user:${actor.userId}`, { call });
}

const shownMax = 50;

/** Security events of this user, newest first. The network address of staff is not shown. */
export async function listSecurityEvents(db: Db, userId: number) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'act', 'actor_id', 'address', 'detail'])
    .where('subject', '=', `user:${userId}`)
    .where('act', 'like', 'identity.%')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownMax)
    .execute();
  return rows.map(({ id, at, act, actor_id, address, detail }) => {
    const by = actor_id === userId ? 'you' : actor_id === null ? 'unknown' : 'staff';
    const { device } = detail as { device?: unknown };
    return {
      id: String(id),
      at,
      act,
      by,
      address: by === 'staff' ? null : address,
      device: typeof device === 'string' ? device : null,
    } as const;
  });
}
