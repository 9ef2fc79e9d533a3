import type { Db } from '../db/db.ts';
import { isWithinRateLimit } from '../rate-limit.ts';

const ofOneKind = { max: 5, windowS: 3600 };
const ofOneDay = { max: 20, windowS: 24 * 3600 };

/** Has no daily limit: a reset link is the last way into an account. */
const recovery = 'reset-password';
/**
 * Counted separately every day, so that the mails which strangers cause with forms cannot block them: mails about
 * the account of the owner, and those that a dealer or staff send to a person they know.
 */
const countedSeparately: ReadonlySet<string> = new Set(['confirm-email', 'change-email', 'dealer-invite', 'lead-mail']);

/**
 * Applies the rate limit for mail to an address that anyone can enter in a form. Called before the token of such a mail
 * is issued: a link mailed earlier stays valid if no further mail is sent.
 */
export async function isWithinMailLimit(db: Db, kind: string, address: string): Promise<boolean> {
  const to = address.toLowerCase();
  if (!(await isWithinRateLimit(db, `mail ${kind} ${to}`, ofOneKind))) return false;
  if (kind === recovery) return true;
  return isWithinRateLimit(db, countedSeparately.has(kind) ? `mail daily ${kind} ${to}` : `mail ${to}`, ofOneDay);
}
