import type { Db } from '../db/db.ts';
import { isWithinRateLimit } from '../rate-limit.ts';

const ofOneKind = { max: 5, windowS: 3600 };
const ofAllKinds = { max: 20, windowS: 24 * 3600 };

/** The owner's way back into the account: strangers who cause mails of other kinds must not use it up. */
const countedApart = 'reset-password';

/**
 * Takes a permit for a mail to an address that anyone can type into a form. Called before the token of such a mail is issued: a link
 * that was mailed before stays valid when no further mail is sent.
 */
export async function isWithinMailLimit(db: Db, kind: string, address: string): Promise<boolean> {
  const to = address.toLowerCase();
  if (!(await isWithinRateLimit(db, `mail ${kind} ${to}`, ofOneKind))) return false;
  return kind === countedApart || isWithinRateLimit(db, `mail ${to}`, ofAllKinds);
}
