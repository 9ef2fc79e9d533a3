import type { Leg, StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { LedgerHoldEnded } from './errors.ts';
import { type TransferText, type Written, writeTransfer } from './write-transfer.ts';

type Hold = TransferText & {
  readonly legs: readonly Leg[];
  readonly expiresAt: Date;
  readonly beyondLimits?: boolean;
};

/**
 * Reserves value. The legs count against the limits until the hold is posted, voided or expired, which happens once.
 */
export const placeHold = (db: Db, hold: Hold): Promise<Written> => writeTransfer(db, { ...hold, phase: 'pending' });

/** Posts the held legs, or the given legs instead (a part of them); the rest is released. */
export const postHold = (
  db: Db,
  holdId: bigint,
  posting: TransferText & {
    readonly legs?: readonly Leg[] | undefined;
    readonly rate?: StoredRate | null | undefined;
    readonly beyondLimits?: boolean | undefined;
  },
): Promise<Written> => writeTransfer(db, { ...posting, phase: 'posted', hold: holdId });

export const voidHold = (db: Db, holdId: bigint, text: TransferText): Promise<Written> =>
  writeTransfer(db, { ...text, phase: 'voided', hold: holdId });

/** The hold with this key, whether or not it has ended. */
export async function holdByKey(db: Db, key: string): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`
    select id from ledger_transfers where key = ${key} and phase = 'pending'`.execute(db);
  return rows[0]?.id ?? null;
}

const expiredAtOnce = 500;

/** Expires overdue holds. One that is concurrently posted or voided is skipped. */
export async function expireHolds(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: bigint; subject: string }>`
    select h.id, h.subject from ledger_transfers h
    where h.phase = 'pending' and h.expires_at <= ${now}
      and not exists (select from ledger_transfers e where e.ends_hold = h.id)
    order by h.id limit ${expiredAtOnce}`.execute(db);
  let expired = 0;
  for (const { id, subject } of rows) {
    try {
      await writeTransfer(db, {
        key: `hold:${id}:expired`,
        kind: 'hold.expired',
        subject,
        at: now,
        phase: 'expired',
        hold: id,
      });
      expired += 1;
    } catch (error) {
      if (!(error instanceof LedgerHoldEnded)) throw error;
    }
  }
  return expired;
}
