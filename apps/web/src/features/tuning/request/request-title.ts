import { pageTitle } from '../../../shell/title.ts';

/** Several requests are open in several tabs of the browser: each is known by its number. */
export const requestTitle = (part: string, request: { readonly number: string } | undefined) => [
  { title: pageTitle(request ? `${part} · ${request.number}` : part) },
];
