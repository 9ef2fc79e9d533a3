import { randomUUID } from 'node:crypto';
import { type CreditKind, creditDays, creditsLabel } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { approvedKey, beneficiaryOf, type GrantLimits, postTransfer, requireNotOwnBusiness } from '../ledger/index.ts';
import { requireCreditAllowance } from './credit-allowance.ts';
import { dealerOwner, userOwner } from './credit-policy.ts';
import { insertUse, lockLots, lotsById } from './credit-queries.ts';
import { issueCredits, redeemLegs } from './issue-credits.ts';

/** A user by confirmed address, or a dealer by slug. An unconfirmed account may not belong to the owner of the address. */
export async function ownerNamed(db: Db, named: string): Promise<Owner> {
  const found = named.includes('@')
    ? await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', named)
        .where('email_confirmed_at', 'is not', null)
        .executeTakeFirst()
    : await db.selectFrom('dealers').select('id').where('slug', '=', named).executeTakeFirst();
  if (!found)
    throw fieldRefusal({
      recipient: [
        named.includes('@')
          ? 'No account has confirmed this address. Create a code for it instead.'
          : 'Dealer not found. Enter its URL slug.',
      ],
    });
  return named.includes('@') ? userOwner(found.id) : dealerOwner(found.id);
}

type Grant = {
  readonly recipient: string;
  readonly kind: CreditKind;
  readonly units: number;
  readonly reason: string;
  readonly expiresAt?: Date | undefined;
};

/** Staff grant credits, with a reason. Above the granter's limits a second person must approve. */
export async function grantCredits(
  db: Db,
  actor: Actor,
  grant: Grant,
  now: Date,
  limits: GrantLimits | { readonly approval: number },
): Promise<number> {
  if (actor.userId === null) throw new Refusal('forbidden');
  const owner = await ownerNamed(db, grant.recipient);
  await requireNotOwnBusiness(db, actor, beneficiaryOf(owner));
  const isApproved = 'approval' in limits;
  if (!isApproved) await requireCreditAllowance(db, limits, { userId: actor.userId, now }, grant.units);
  const expiresAt = grant.expiresAt ?? new Date(now.getTime() + creditDays * dayMs);
  if (expiresAt <= now) throw fieldRefusal({ valid_until: ['Choose a future date.'] });
  const id = await issueCredits(db, {
    owner,
    kind: grant.kind,
    units: grant.units,
    source: 'grant',
    subject: isApproved ? approvedKey(limits.approval) : owner,
    key: `credits:grant:${randomUUID()}`,
    reason: grant.reason,
    actorId: actor.userId,
    expiresAt,
    now,
  });
  await writeAudit(db, actor, 'credits.grant', `lot:${id}`, {
    owner,
    credits: creditsLabel(grant.kind, grant.units),
    reason: grant.reason,
  });
  return id;
}

/** Revokes the remaining credits of a lot. Sold credits are rejected: they are revoked by refunding their purchase. */
export async function takeBackCredits(
  db: Db,
  actor: Actor,
  input: { readonly id: number; readonly reason: string; readonly now: Date },
): Promise<void> {
  await lockLots(db, { ids: [input.id] });
  const [lot] = await lotsById(db, [input.id]);
  if (!lot) throw new Refusal('not_found');
  if (lot.left_units === 0)
    throw new Refusal('conflict', {
      message:
        lot.held_units > 0
          ? 'These credits are in use. Wait until they are free, or withdraw the code that holds them.'
          : 'None of these credits are left.',
    });
  // Sold credits are returned by refunding their sale; otherwise the amount paid would be lost from the ledger.
  if (lot.left_minor !== null)
    throw new Refusal('conflict', {
      message: 'These credits were paid for. Refund their purchase to remove them.',
    });
  const use = await insertUse(db, {
    lot_id: lot.id,
    what: 'take-back',
    subject: `lot:${lot.id}`,
    units: lot.left_units,
    state: 'done',
    at: input.now,
    ended_at: input.now,
  });
  await postTransfer(db, {
    key: `credits:${use.id}:done`,
    kind: 'credits.taken-back',
    subject: `lot:${lot.id}`,
    at: input.now,
    reason: input.reason,
    actorId: actor.userId,
    legs: redeemLegs(lot.owner, lot.kind, lot.left_units),
  });
  await writeAudit(db, actor, 'credits.take-back', `lot:${lot.id}`, {
    credits: creditsLabel(lot.kind, lot.left_units),
    reason: input.reason,
  });
}

/** The amount paid for expired credits becomes revenue (breakage). */
export const breakageLegs = (lot: { currency: string | null; left_minor: bigint | null }) =>
  lot.currency === null || !lot.left_minor
    ? []
    : move(
        platformAccount('defer.credits', lot.currency as never),
        platformAccount('rev.breakage', lot.currency as never),
        lot.left_minor,
      );
