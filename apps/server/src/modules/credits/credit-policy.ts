import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { SignedInActor } from '../../platform/actor.ts';
import { moneyOwnershipOf, ownershipOf } from '../dealers/index.ts';

export const userOwner = (id: number): Owner => `user:${id}`;
export const dealerOwner = (id: number): Owner => `dealer:${id}`;

/** Owners whose credits the actor may use: the actor and the dealers they are a member of. */
export const creditOwners = (actor: SignedInActor): Owner[] => [
  userOwner(actor.userId),
  ...ownershipOf(actor).dealerIds.map(dealerOwner),
];

/** Owners whose credits the actor may see, including suspended dealers. */
export const creditAccounts = (actor: SignedInActor): Owner[] => [
  userOwner(actor.userId),
  ...moneyOwnershipOf(actor).dealerIds.map(dealerOwner),
];
