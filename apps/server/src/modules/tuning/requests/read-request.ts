import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isCustomerOf, readerOf, speaksFor } from './request-policy.ts';
import { type RequestRow, requestFor } from './request-queries.ts';

/** A request for somebody who may read it; to everybody else there is none. */
export async function readRequest(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await requestFor(db, id, readerOf(actor), lock);
  if (!request) throw new Refusal('not_found');
  return request;
}

/** For what only the customer does: nobody acts in their place. */
export async function readAsCustomer(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await readRequest(db, actor, id, lock);
  if (!isCustomerOf(readerOf(actor), request)) throw new Refusal('not_found');
  return request;
}

/** For what its customer does, or staff for them. */
export async function readForCustomer(db: Db, actor: Actor, id: number, lock?: 'lock'): Promise<RequestRow> {
  const request = await readRequest(db, actor, id, lock);
  if (speaksFor(readerOf(actor), request) === 'tuner') throw new Refusal('not_found');
  return request;
}
