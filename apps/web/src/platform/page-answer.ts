import type { PageAnswer } from './api/server-interface.ts';

export const pageAnswer = (
  html: string | undefined,
  init: ResponseInit,
  body: ReadableStream | null = null,
): PageAnswer => Object.assign(new Response(body, init), { html });
