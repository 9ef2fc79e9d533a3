import { isTuner, may } from '@tuneport/domain/identity/permissions';
import type { TuneRequestActor } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../platform/actor.ts';
import { isOwnedBy, type Ownership, ownershipOf } from '../../dealers/index.ts';
import type { RequestRow } from './request-queries.ts';
import type { Doer } from './step-request.ts';

/** What decides whether a request is there for somebody: the query asks it, so a foreign one is simply not found. */
export type RequestReader = Ownership & {
  readonly tunerIds: readonly number[];
  /** Flag t: works for the house, on paid requests that stand in no firm's queue. */
  readonly platformTuner: boolean;
  readonly staff: boolean;
  readonly super: boolean;
};

export const readerOf = (actor: Actor): RequestReader => ({
  ...ownershipOf(actor),
  tunerIds: actor.tuners.map(({ id }) => id),
  platformTuner: isTuner(actor) && actor.flags.includes('t'),
  staff: may(actor, 'tune-requests.admin'),
  super: may(actor, 'superadmin'),
});

type Ordered = Pick<RequestRow, 'user_id' | 'dealer_id'>;

export const isCustomerOf = (reader: RequestReader, request: Ordered): boolean => isOwnedBy(reader, request);

/** Whom somebody speaks for in a request: its own customer also when they are staff elsewhere. */
export const speaksFor = (reader: RequestReader, request: Ordered): 'customer' | 'tuner' | 'staff' =>
  isCustomerOf(reader, request) ? 'customer' : reader.staff ? 'staff' : 'tuner';

/** All the parts somebody has in a request; the table says which of them may do what. */
export function partsOf(reader: RequestReader, request: RequestRow): TuneRequestActor[] {
  const parts: TuneRequestActor[] = [];
  const customer = isCustomerOf(reader, request);
  if (customer) parts.push('customer');
  // Staff cancel, refund and reverse for others; in a request of their own they are customers.
  if (reader.staff && !customer) parts.push('staff');
  if (reader.super && !customer) parts.push('super');
  // What somebody works on is theirs until they give it back; staff may take it over.
  const isTheirs = request.state !== 'in_progress' || request.worker_id === reader.userId;
  if (!customer && !reader.staff && isTheirs) parts.push('tuner');
  // A file is checked by somebody else than who made it, and never by who ordered it.
  if (request.author_id !== reader.userId && !customer) parts.push('reviewer');
  return parts;
}

/** Somebody at the table of steps: the parts they have in this request, and their name in its history. */
export const doerOf = (actor: Actor, request: RequestRow): Doer => ({
  parts: partsOf(readerOf(actor), request),
  userId: actor.userId,
});
