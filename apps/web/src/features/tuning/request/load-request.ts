import type { Call } from '@tuneport/contract/index';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';

export const loadRequest = (api: Call, id: string | undefined) =>
  api('GET /v1/tune-requests/:id', { params: { id: id ?? '' } });

/** Loads the data shared by all tabs of a request. */
export const requestLoader = ({ context, params }: LoaderFunctionArgs) =>
  loadRequest(context.get(callContext), params.id);
export const requestClientLoader = ({ params }: ClientLoaderFunctionArgs) => loadRequest(call, params.id);
