import { randomUUID } from 'node:crypto';
import { type CreditKind, creditDays, creditsLabel } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import {
  approvedKey,
  beneficiaryOf,
  type GrantLimits,
  postTransfer,
  requireNotOwnBusiness,
} from '../../ledger/index.ts';
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
          ? 'No account has confirmed this address. Make a code for it instead.'
          : 'There is no such dealer. Write its short name, as in its address.',
      ],
    });
  return named.includes('@') ? userOwner(found.id) : dealerOwner(found.id);
}

export type Grant = {
  readonly recipient: string;
  readonly kind: CreditKind;
  readonly units: number;
  readonly reason: string;
  readonly expiresAt?: Date | undefined;
};

/** Staff give credits, with a reason. Above the limits of the giver a second person approves it. */
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
  const expiresAt = grant.expiresAt ?? new Date(now.getTime() + creditDays * 86_400_000);
  if (expiresAt <= now) throw fieldRefusal({ valid_until: ['Choose a day that is still to come.'] });
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

/** Takes back what is left of a lot. What was paid for it is not owed any more: it goes back where staff say, outside of this. */
export async function takeBackCredits(
  db: Db,
  actor: Actor,
  asked: { readonly id: number; readonly reason: string; readonly now: Date },
): Promise<void> {
  await lockLots(db, { ids: [asked.id] });
  const [lot] = await lotsById(db, [asked.id]);
  if (!lot) throw new Refusal('not_found');
  if (lot.left_units === 0)
    throw new Refusal('conflict', {
      message:
        lot.held_units > 0
          ? 'These credits are being used. Wait until that is done, or withdraw the code they wait behind.'
          : 'Nothing is left of these credits.',
    });
  // Credits that were sold go back with the refund of their sale, or the books would lose what was paid.
  if (lot.left_minor !== null)
    throw new Refusal('conflict', {
      message: 'These credits were paid for. Pay their purchase back, and they go with it.',
    });
  const use = await insertUse(db, {
    lot_id: lot.id,
    what: 'take-back',
    subject: `lot:${lot.id}`,
    units: lot.left_units,
    state: 'done',
    at: asked.now,
    ended_at: asked.now,
  });
  await postTransfer(db, {
    key: `credits:${use.id}:done`,
    kind: 'credits.taken-back',
    subject: `lot:${lot.id}`,
    at: asked.now,
    reason: asked.reason,
    actorId: actor.userId,
    legs: redeemLegs(lot.owner, lot.kind, lot.left_units),
  });
  await writeAudit(db, actor, 'credits.take-back', `lot:${lot.id}`, {
    credits: creditsLabel(lot.kind, lot.left_units),
    reason: asked.reason,
  });
}

/** What expired credits were paid with is earned without work. */
export const breakageLegs = (lot: { currency: string | null; left_minor: bigint | null }) =>
  lot.currency === null || !lot.left_minor
    ? []
    : move(
        platformAccount('defer.credits', lot.currency as never),
        platformAccount('rev.breakage', lot.currency as never),
        lot.left_minor,
      );
