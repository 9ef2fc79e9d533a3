import type { Call } from '@tuneport/contract/index';
import { data, type LoaderFunctionArgs } from 'react-router';
import { callContext } from '../../platform/contexts.ts';
import type { Entity } from './entity.ts';
import { pathOf } from './record-path.ts';

const isStatus = (error: unknown, status: number): boolean =>
  typeof error === 'object' && (error as { init?: ResponseInit } | null)?.init?.status === status;

/** Sets the status of a missing record's page on the server; the browser loads the record itself. */
async function requireRecord(read: () => Promise<unknown>): Promise<null> {
  try {
    await read();
    return null;
  } catch (error) {
    // An id that no record can have.
    throw isStatus(error, 422) ? data({ code: 'not_found' }, { status: 404 }) : error;
  }
}

/** The server's part of `recordLoader`. A path without an id is the form of a new record. */
export const recordStatus =
  ({ kind }: Pick<Entity, 'kind'>) =>
  ({ params: { id }, context }: LoaderFunctionArgs) =>
    id === undefined
      ? null
      : requireRecord(() =>
          (context.get(callContext) as (key: string, input: object) => Promise<unknown>)(`GET ${pathOf(kind)}/:id`, {
            params: { id },
          }),
        );

/** The same for a page with its own call. */
export const callStatus =
  (key: 'GET /v1/admin/ecu/makes/:id/seo') =>
  ({ params: { id = '' }, context }: LoaderFunctionArgs) =>
    requireRecord(() => (context.get(callContext) as Call)(key, { params: { id } }));
