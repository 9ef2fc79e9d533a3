import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isCustomerOf, speaksFor, viewerOf } from './request-policy.ts';
import { type RequestRow, requestFor } from './request-queries.ts';

/** Returns a request to actors who may read it; everyone else gets 404. */
export async function readRequest(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await requestFor(db, id, viewerOf(actor), lock);
  if (!request) throw new Refusal('not_found');
  return request;
}

/** For actions only the customer may take, not staff. */
export async function readAsCustomer(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await readRequest(db, actor, id, lock);
  if (!isCustomerOf(viewerOf(actor), request)) throw new Refusal('not_found');
  return request;
}

/** For actions of the customer, or of staff for them. */
export async function readForCustomer(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await readRequest(db, actor, id, lock);
  if (speaksFor(viewerOf(actor), request) === 'tuner') throw new Refusal('not_found');
  return request;
}
