import type { Db } from '../db/db.ts';
import { hasPermit } from '../rate-limit.ts';

const ofOneKind = { max: 5, windowS: 3600 };
const ofAllKinds = { max: 20, windowS: 24 * 3600 };

/**
 * Takes a permit for a mail to an address that anyone can type into a form. Called before the token of such a mail is issued: a link
 * that was mailed before stays valid when no further mail is sent.
 */
export async function hasMailPermit(db: Db, kind: string, address: string): Promise<boolean> {
  const to = address.toLowerCase();
  return (await hasPermit(db, `mail ${kind} ${to}`, ofOneKind)) && (await hasPermit(db, `mail ${to}`, ofAllKinds));
}
