import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { addressGroup } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { waitText } from '../../../platform/wait-text.ts';

// Attempts at a password or code are limited per account, however many addresses they come from. The owner is not locked out: a known
// device has a separate count, a passkey needs no attempt, and the owner can choose a new password by mail.

export type GuessSource = {
  readonly address: string;
  /** The id of a device this account was logged in on before. */
  readonly device: string | null;
};

type Limit = { readonly key: string; readonly free: number; readonly shared?: true };

const tooMany = (retryAfterS: number) =>
  new Refusal('too_many_requests', {
    retryAfterS,
    message: `Too many attempts for this account. Wait ${waitText(retryAfterS)}, or use a device you have logged in on before, a passkey or "Forgot your password?".`,
  });

/**
 * Checks an attempt, or rejects it after too many. Not inside a transaction: a rejected attempt must stay counted. A
 * correct one resets its own counters, but not those of other sources.
 */
async function checkGuess(db: Db, limits: readonly Limit[], isRight: () => Promise<boolean>): Promise<boolean> {
  const keys = limits.map(({ key }) => key);
  const { rows } = await sql<{ wait: number }>`
    select take_guess(key, free) as wait
    from unnest(${keys}::text[], ${limits.map(({ free }) => free)}::integer[]) as wanted (key, free)`.execute(db);
  const wait = Math.max(0, ...rows.map((row) => row.wait));
  if (wait > 0) throw tooMany(wait);
  if (!(await isRight())) return false;
  const shared = limits.filter((limit) => limit.shared).map(({ key }) => key);
  await sql`
    update guess_limits set attempts = case when key = any(${shared}::text[]) then greatest(attempts - 1, 0) else 0 end,
      blocked_until = clock_timestamp()
    where key = any(${keys}::text[])`.execute(db);
  return true;
}

/** `account` is the same for every spelling of an address; addresses without an account have one too. */
export const checkPasswordGuess = (db: Db, account: string, source: GuessSource, isRight: () => Promise<boolean>) =>
  checkGuess(db, limitsOf('password', account, source, { own: 5, all: 20 }), isRight);

export const checkCodeGuess = (db: Db, userId: number, source: GuessSource, isRight: () => Promise<boolean>) =>
  checkGuess(db, limitsOf('code', `user:${userId}`, source, { own: 5, all: 10 }), isRight);

/** A recovery code has 120 bits and cannot be guessed, so attempts by others do not count against the owner. */
export const checkRecoveryCodeGuess = (db: Db, userId: number, source: GuessSource, isRight: () => Promise<boolean>) =>
  checkGuess(db, limitsOf('recovery', `user:${userId}`, source, { own: 5 }), isRight);

/** For a logged-in user who re-enters the password or a code. */
export const checkRepeatedGuess = (
  db: Db,
  userId: number,
  what: 'password' | 'code',
  isRight: () => Promise<boolean>,
) => checkGuess(db, [{ key: `${what} again user:${userId}`, free: 10 }], isRight);

function limitsOf(what: string, account: string, source: GuessSource, free: { own: number; all?: number }): Limit[] {
  if (source.device !== null) return [{ key: `${what} ${account} device:${source.device}`, free: free.own }];
  const own = { key: `${what} ${account} address:${addressGroup(source.address)}`, free: free.own };
  return free.all === undefined ? [own] : [own, { key: `${what} ${account}`, free: free.all, shared: true }];
}

/** The rate limit key of an address, whether or not it has an account. */
export const accountKey = (userId: number | undefined, email: string): string =>
  userId === undefined ? `address:${createHash('sha256').update(email).digest('base64url')}` : `user:${userId}`;
