import type { Leg, StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import { problemsOf } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { LedgerHoldEnded, LedgerKeyReused, LedgerLimitReached, type LimitNote } from './errors.ts';

/** Fields of every transfer. */
export type TransferText = {
  /** Idempotency key built by the caller from its operation, such as `order:17:captured`. */
  readonly key: string;
  /** The type of event: `order.captured`. */
  readonly kind: string;
  /** The record it is about: `order:17`. */
  readonly subject: string;
  readonly at: Date;
  readonly memo?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly actorId?: number | null | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
};

export type Written = {
  readonly id: bigint;
  /** True if the key had already written the same transfer. */
  readonly repeated: boolean;
};

type Wanted = TransferText & {
  readonly phase: 'posted' | 'pending' | 'voided' | 'expired' | 'limit';
  /** If absent: none, or those of the posted hold. */
  readonly legs?: readonly Leg[] | undefined;
  readonly hold?: bigint | undefined;
  readonly expiresAt?: Date | undefined;
  readonly reverses?: bigint | null | undefined;
  readonly rate?: StoredRate | null | undefined;
  readonly beyondLimits?: boolean | undefined;
};

type Answer = {
  outcome: 'written' | 'repeated' | 'key_reused' | 'limit' | 'no_hold' | 'hold_ended';
  transfer_id: bigint | null;
  note: unknown;
};

/** The only way to write to the journal: one statement that validates and writes under its own locks. */
export async function writeTransfer(db: Db, wanted: Wanted): Promise<Written> {
  const { legs, rate } = wanted;
  if (legs) {
    const problems = problemsOf(legs, rate);
    if (problems.length > 0) throw new TypeError(`no transfer: ${problems.join('; ')}`);
  }
  const { rows } = await sql<Answer>`${prepared}select outcome, transfer_id, note from ledger_post(
    ${wanted.key}, ${wanted.phase}, ${wanted.kind}, ${wanted.subject}, ${wanted.at}, ${wanted.memo ?? null},
    ${wanted.reason ?? null}, ${wanted.actorId ?? null}, ${wanted.hold ?? null}, ${wanted.expiresAt ?? null},
    ${wanted.reverses ?? null}, ${rate?.from ?? null}, ${rate?.to ?? null}, ${rate?.rate ?? null}, ${rate?.at ?? null},
    ${wanted.beyondLimits ?? false}, ${JSON.stringify(wanted.detail ?? {})},
    ${legs ? legs.map(({ account }) => account.kind) : null}, ${legs ? legs.map(({ account }) => account.owner) : null},
    ${legs ? legs.map(({ account }) => account.unit) : null}, ${legs ? legs.map(({ amountMinor }) => amountMinor) : null})`.execute(
    db,
  );
  const answer = rows[0];
  if (!answer) throw new Error('the ledger did not answer');
  switch (answer.outcome) {
    case 'written':
    case 'repeated':
      return { id: answer.transfer_id ?? 0n, repeated: answer.outcome === 'repeated' };
    case 'key_reused':
      throw new LedgerKeyReused(wanted.key, answer.transfer_id ?? 0n);
    case 'limit':
      throw new LedgerLimitReached(answer.note as LimitNote);
    case 'hold_ended': {
      const { ended, transfer } = answer.note as { ended: 'posted' | 'voided' | 'expired'; transfer?: string };
      throw new LedgerHoldEnded(wanted.hold ?? 0n, ended, transfer === undefined ? null : BigInt(transfer));
    }
    case 'no_hold':
      throw new RangeError(`there is no hold ${wanted.hold}`);
  }
}
