import type { Db } from '../db/db.ts';
import { isWithinRateLimit } from '../rate-limit.ts';

const ofOneKind = { max: 5, windowS: 3600 };
const ofAllKinds = { max: 20, windowS: 24 * 3600 };

/** Counted separately: mails caused by strangers must not block the owner's account recovery. */
const countedApart = 'reset-password';

/**
 * Applies the rate limit for mail to an address that anyone can enter in a form. Called before the token of such a mail
 * is issued: a link mailed earlier stays valid if no further mail is sent.
 */
export async function isWithinMailLimit(db: Db, kind: string, address: string): Promise<boolean> {
  const to = address.toLowerCase();
  if (!(await isWithinRateLimit(db, `mail ${kind} ${to}`, ofOneKind))) return false;
  return kind === countedApart || isWithinRateLimit(db, `mail ${to}`, ofAllKinds);
}
