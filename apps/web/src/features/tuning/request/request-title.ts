import { pageTitle } from '../../../shell/title.ts';

/** Requests may be open in several tabs, so each title contains the request number. */
export const requestTitle = (part: string, request: { readonly number: string } | undefined) => [
  { title: pageTitle(request ? `${part} · ${request.number}` : part) },
];
