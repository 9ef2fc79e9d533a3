import { type CreditKind, creditUnitOf, type LotSource } from '@tuneport/domain/credits/tune-credits';
import { type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import type { Db } from '../../platform/db/db.ts';
import { postTransfer } from '../ledger/index.ts';
import { insertLot } from './credit-queries.ts';

/** Issues units to an owner. */
export const issueLegs = (owner: Owner, kind: CreditKind, units: number): Leg[] => {
  const unit = creditUnitOf(kind);
  return move(platformAccount('credits.issued', unit), partyAccount('credits', owner, unit), BigInt(units));
};

/** Takes units out of circulation. */
export const redeemLegs = (owner: Owner, kind: CreditKind, units: number): Leg[] => {
  const unit = creditUnitOf(kind);
  return move(partyAccount('credits', owner, unit), platformAccount('credits.issued', unit), BigInt(units));
};

type Issue = {
  readonly owner: Owner;
  readonly kind: CreditKind;
  readonly units: number;
  readonly source: LotSource;
  readonly subject: string;
  /** Idempotency key of the lot's transfer. */
  readonly key: string;
  readonly reason: string;
  readonly actorId: number | null;
  readonly expiresAt: Date;
  readonly now: Date;
};

/** Issues free credits. The platform bears their cost when they are used. */
export async function issueCredits(db: Db, issue: Issue): Promise<number> {
  const { id } = await insertLot(db, {
    owner: issue.owner,
    kind: issue.kind,
    units: issue.units,
    source: issue.source,
    subject: issue.subject,
    reason: issue.reason,
    given_by: issue.actorId,
    issued_at: issue.now,
    expires_at: issue.expiresAt,
  });
  await postTransfer(db, {
    key: issue.key,
    kind: 'credits.issued',
    subject: `lot:${id}`,
    at: issue.now,
    reason: issue.reason === '' ? null : issue.reason,
    actorId: issue.actorId,
    legs: issueLegs(issue.owner, issue.kind, issue.units),
  });
  return id;
}
