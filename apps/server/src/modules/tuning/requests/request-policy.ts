import { isTuner, may } from '@tuneport/domain/identity/permissions';
import type { TuneRequestActor } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../platform/actor.ts';
import { isOwnedBy, type Ownership, ownershipOf } from '../../dealers/index.ts';
import type { RequestRow } from './request-queries.ts';
import type { Initiator } from './step-request.ts';

/** Decides whether an actor can see a request. Part of the query, so requests of others are not found. */
export type RequestViewer = Ownership & {
  readonly tunerIds: readonly number[];
  /** Flag t: works for the platform, on paid requests that are in no tuner's queue. */
  readonly platformTuner: boolean;
  readonly staff: boolean;
  readonly super: boolean;
};

export const viewerOf = (actor: Actor): RequestViewer => ({
  ...ownershipOf(actor),
  tunerIds: actor.tuners.map(({ id }) => id),
  platformTuner: isTuner(actor) && actor.flags.includes('t'),
  staff: may(actor, 'tune-requests.admin'),
  super: may(actor, 'superadmin'),
});

type Ordered = Pick<RequestRow, 'user_id' | 'dealer_id'>;

export const isCustomerOf = (viewer: RequestViewer, request: Ordered): boolean => isOwnedBy(viewer, request);

/** The role an actor writes as in a request: its own customer is `customer` even if they are staff. */
export const speaksFor = (viewer: RequestViewer, request: Ordered): 'customer' | 'tuner' | 'staff' =>
  isCustomerOf(viewer, request) ? 'customer' : viewer.staff ? 'staff' : 'tuner';

/** All roles of an actor in a request; the state table defines what each may do. */
export function partsOf(viewer: RequestViewer, request: RequestRow): TuneRequestActor[] {
  const parts: TuneRequestActor[] = [];
  const customer = isCustomerOf(viewer, request);
  if (customer) parts.push('customer');
  // Staff cancel, refund and reverse for others; in their own request they are only customers.
  if (viewer.staff && !customer) parts.push('staff');
  if (viewer.super && !customer) parts.push('super');
  // Work in progress belongs to its worker until released; staff may take it over.
  const isTheirs = request.state !== 'in_progress' || request.worker_id === viewer.userId;
  if (!customer && !viewer.staff && isTheirs) parts.push('tuner');
  // A result is reviewed by someone other than its author, and never by the customer.
  if (request.author_id !== viewer.userId && !customer) parts.push('reviewer');
  return parts;
}

/** The actor of a step: their roles in this request, and their user id for its history. */
export const initiatorOf = (actor: Actor, request: RequestRow): Initiator => ({
  parts: partsOf(viewerOf(actor), request),
  userId: actor.userId,
});
