import { readCreditCode } from '@tuneport/domain/credits/credit-codes';
import { creditUnitOf } from '@tuneport/domain/credits/tune-credits';
import { partyAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isSameBusiness } from '../ledger/index.ts';
import { type CodeRow, codeByHash, confirmedEmail, takeCode, waitingCodes } from './code-queries.ts';
import { codeHash } from './create-code.ts';
import { userOwner } from './credit-policy.ts';
import { insertLot, lotsFrom } from './credit-queries.ts';
import { codeRefusal } from './end-code.ts';
import { postHeld } from './hold-credits.ts';
import { issueCredits } from './issue-credits.ts';

/** Finds a typed code in any state; an unknown code is not found. */
async function readCode(db: Db, typed: string): Promise<CodeRow> {
  const code = readCreditCode(typed);
  const row = code === null ? undefined : await codeByHash(db, codeHash(code));
  if (!row) throw new Refusal('not_found', { message: "We don't recognize this code. Check the spelling." });
  return row;
}

/** The value of a code while it can be claimed. */
export async function checkCode(db: Db, typed: string, now: Date): Promise<CodeRow> {
  const row = await readCode(db, typed);
  if (row.state !== 'open' || row.expires_at <= now) throw codeRefusal(row);
  requireActiveGiver(row);
  return row;
}

function requireActiveGiver({ dealer_state, dealer }: CodeRow): void {
  if (dealer_state === null || dealer_state === 'active') return;
  throw new Refusal('conflict', {
    message: `This code cannot be claimed right now. Contact ${dealer}.`,
    current: { state: 'open' },
  });
}

/** Claims a code for a user, once. Runs in the caller's transaction. */
export async function claimCode(
  db: Db,
  typed: string,
  userId: number,
  now: Date,
): Promise<{ row: CodeRow; lotIds: number[] }> {
  const row = await readCode(db, typed);
  if (await isOwnGift(db, row, userId))
    throw new Refusal('forbidden', {
      message: 'You or a colleague created this code, so you cannot claim it.',
    });
  const email = await confirmedEmail(db, userId);
  const taken = await takeCode(db, row.id, { userId, email, now });
  if (taken) return { row, lotIds: await handOver(db, taken, userId, now) };
  const after = await readCode(db, typed);
  if (after.state === 'open' && after.expires_at > now) requireActiveGiver(after);
  if (after.state === 'open' && after.expires_at > now)
    throw new Refusal('conflict', {
      message: 'This code is for another e-mail address. Log in with the confirmed address it was sent to.',
      current: { state: 'open' },
    });
  // A user who already claimed it gets the resulting credits.
  const mine = after.claimed_by === userId ? await lotsFrom(db, `code:${row.id}`) : [];
  throw codeRefusal(after, mine.length > 0 ? { credit_ids: mine.map(({ id }) => id) } : {});
}

/** Staff and members of their partners cannot claim codes they created for the platform. */
async function isOwnGift(db: Db, { dealer_id, given_by }: CodeRow, userId: number): Promise<boolean> {
  return dealer_id === null && given_by !== null && (await isSameBusiness(db, given_by, userId));
}

/** Claims all codes that wait for the user's confirmed address. */
export async function claimWaiting(db: Db, userId: number, now: Date): Promise<number[]> {
  const email = await confirmedEmail(db, userId);
  if (email === null) return [];
  const lotIds: number[] = [];
  for (const row of await waitingCodes(db, email, now)) {
    if (await isOwnGift(db, row, userId)) continue;
    const taken = await takeCode(db, row.id, { userId, email, now });
    if (taken) lotIds.push(...(await handOver(db, taken, userId, now)));
  }
  return lotIds;
}

/** Transfers the credits of a code to the claimer: a dealer's credits are moved, the platform's are issued now. */
async function handOver(db: Db, code: CodeRow, userId: number, now: Date): Promise<number[]> {
  const subject = `code:${code.id}`;
  const owner = userOwner(userId);
  if (code.dealer_id === null) {
    const expiresAt = new Date(now.getTime() + code.credit_days * dayMs);
    const { kind, units, note: reason, given_by: actorId } = code;
    return [
      await issueCredits(db, {
        owner,
        kind,
        units,
        source: 'code',
        subject,
        key: `${subject}:claimed`,
        reason,
        actorId,
        expiresAt,
        now,
      }),
    ];
  }
  const unit = creditUnitOf(code.kind);
  const posted = await postHeld(db, subject, { kind: 'credits.given', now, actorId: userId }, (use) => ({
    legs: move(partyAccount('credits', use.owner, unit), partyAccount('credits', owner, unit), BigInt(use.units)),
  }));
  if (posted === 'ended') throw new Refusal('conflict', { message: 'This code has expired. Ask for a new one.' });
  const lots: number[] = [];
  for (const use of posted) {
    const { id } = await insertLot(db, {
      owner,
      kind: code.kind,
      units: use.units,
      value_minor: use.value_minor,
      currency: use.currency,
      source: 'code',
      subject,
      parent_id: use.lot_id,
      reason: code.note,
      given_by: code.given_by,
      issued_at: now,
      expires_at: use.lot_expires_at,
    });
    lots.push(id);
  }
  return lots;
}
