import { isTuner, may } from '@tuneport/domain/identity/permissions';
import type { TuneRequestActor } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../platform/actor.ts';
import { isOwnedBy, type Ownership, ownershipOf } from '../../dealers/index.ts';
import type { RequestRow } from './request-queries.ts';
import type { Doer } from './step-request.ts';

/** Decides whether an actor can see a request. Part of the query, so requests of others are not found. */
export type RequestReader = Ownership & {
  readonly tunerIds: readonly number[];
  /** Flag t: works for the platform, on paid requests that are in no tuner's queue. */
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

/** The role an actor writes as in a request: its own customer is `customer` even if they are staff. */
export const speaksFor = (reader: RequestReader, request: Ordered): 'customer' | 'tuner' | 'staff' =>
  isCustomerOf(reader, request) ? 'customer' : reader.staff ? 'staff' : 'tuner';

/** All roles of an actor in a request; the state table defines what each may do. */
export function partsOf(reader: RequestReader, request: RequestRow): TuneRequestActor[] {
  const parts: TuneRequestActor[] = [];
  const customer = isCustomerOf(reader, request);
  if (customer) parts.push('customer');
  // Staff cancel, refund and reverse for others; in their own request they are only customers.
  if (reader.staff && !customer) parts.push('staff');
  if (reader.super && !customer) parts.push('super');
  // Work in progress belongs to its worker until released; staff may take it over.
  const isTheirs = request.state !== 'in_progress' || request.worker_id === reader.userId;
  if (!customer && !reader.staff && isTheirs) parts.push('tuner');
  // A result is reviewed by someone other than its author, and never by the customer.
  if (request.author_id !== reader.userId && !customer) parts.push('reviewer');
  return parts;
}

/** The actor of a step: their roles in this request, and their user id for its history. */
export const doerOf = (actor: Actor, request: RequestRow): Doer => ({
  parts: partsOf(readerOf(actor), request),
  userId: actor.userId,
});
