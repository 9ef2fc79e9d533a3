import type { Call } from '@tuneport/contract/index';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';

export const loadRequest = (ask: Call, id: string | undefined) =>
  ask('GET /v1/tune-requests/:id', { params: { id: id ?? '' } });

/** What every tab of a request reads first. */
export const requestLoader = ({ context, params }: LoaderFunctionArgs) =>
  loadRequest(context.get(callContext), params.id);
export const requestClientLoader = ({ params }: ClientLoaderFunctionArgs) => loadRequest(call, params.id);
