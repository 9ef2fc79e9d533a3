import type { CreditKind, CreditUse, Draw } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { Leg, StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import type { Db } from '../../platform/db/db.ts';
import { LedgerHoldEnded, placeHold, postHold, voidHold } from '../ledger/index.ts';
import { endUse, insertUse, setUseHold, type UseRow, usesFor } from './credit-queries.ts';
import { redeemLegs } from './issue-credits.ts';

type Held = {
  readonly what: CreditUse;
  readonly subject: string;
  readonly owner: Owner;
  readonly kind: CreditKind;
  readonly draw: Draw;
  readonly actorId: number | null;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly line?: number;
  readonly worthMinor?: bigint;
  readonly rate?: { readonly rate: string; readonly at: Date };
};

/** Holds credits for a subject from locked lots. */
export async function holdCredits(db: Db, held: Held): Promise<void> {
  const { draw } = held;
  const { id } = await insertUse(db, {
    lot_id: draw.lotId,
    what: held.what,
    subject: held.subject,
    line: held.line ?? null,
    units: draw.units,
    value_minor: draw.valueMinor,
    worth_minor: held.worthMinor ?? null,
    rate: held.rate?.rate ?? null,
    rate_at: held.rate?.at ?? null,
    state: 'held',
    at: held.now,
  });
  const hold = await placeHold(db, {
    key: `credits:${id}:hold`,
    kind: 'credits.hold',
    subject: held.subject,
    at: held.now,
    actorId: held.actorId,
    legs: redeemLegs(held.owner, held.kind, draw.units),
    expiresAt: held.expiresAt,
  });
  await setUseHold(db, id, hold.id);
}

/**
 * Posts the credits held for a subject, each use with its legs. Returns 'ended' if a hold has already ended; then the
 * caller must roll back.
 */
export async function postHeld(
  db: Db,
  subject: string,
  text: { readonly kind: string; readonly now: Date; readonly actorId: number | null },
  legsFor: (
    use: UseRow,
  ) => Promise<{ legs: Leg[]; rate?: StoredRate | null }> | { legs: Leg[]; rate?: StoredRate | null },
): Promise<UseRow[] | 'ended'> {
  const uses = await usesFor(db, subject, 'held');
  for (const use of uses) {
    const { legs, rate } = await legsFor(use);
    try {
      await postHold(db, use.hold_id ?? 0n, {
        key: `credits:${use.id}:done`,
        kind: text.kind,
        subject,
        at: text.now,
        actorId: text.actorId,
        legs,
        rate: rate ?? null,
      });
    } catch (error) {
      if (error instanceof LedgerHoldEnded) return 'ended';
      throw error;
    }
    await endUse(db, use.id, 'done', text.now);
  }
  return uses;
}

/** Releases the credits held for a subject. */
export async function voidHeld(db: Db, subject: string, now: Date): Promise<void> {
  for (const use of await usesFor(db, subject, 'held')) {
    await voidHold(db, use.hold_id ?? 0n, {
      key: `credits:${use.id}:void`,
      kind: 'credits.void',
      subject,
      at: now,
    }).catch((error: unknown) => {
      if (!(error instanceof LedgerHoldEnded)) throw error;
    });
    await endUse(db, use.id, 'void', now);
  }
}
