import { availableParallelism } from 'node:os';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import { languageOfPath } from '@tuneport/domain/text/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageAnswer, Visitor } from '../../../../../web/src/platform/api/server-interface.ts';
import { addressSite } from '../../rate-limit.ts';
import { slots } from '../../slots.ts';
import { withVisitorLanguage } from '../../texts.ts';
import type { PageTarget } from '../mount/page-audience.ts';
import type { WebOptions } from './web-options.ts';

/**
 * A crawler that requests many uncached pages concurrently must not block other visitors. Every page
 * rendered without a session waits here, including pages that do not exist.
 */
const rendering = slots({ atOnce: availableParallelism(), waitingMax: 500, waitMs: 10_000, inTurns: true });

/** Pages of people who are logged in wait for others of the same address, and hardly ever for anyone else. */
const ownRendering = slots({
  atOnce: 4 * availableParallelism(),
  perClient: availableParallelism(),
  waitingMax: 500,
  waitMs: 10_000,
  inTurns: true,
});

/** The only type of form that a browser sends without script. */
export const formType = 'application/x-www-form-urlencoded';

export type PageRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly url: URL;
  readonly visitor: Visitor;
};

/** Renders pages of the web app, each after waiting for its turn. */
export function pageRenderer({ source, callFor, report }: WebOptions) {
  async function render(
    { request, reply, url, visitor }: PageRequest,
    target: PageTarget,
    audience: PersonalState | null = null,
  ): Promise<PageAnswer> {
    const { entry, handle } = source.current();
    const language = languageOfPath(url.pathname);
    const context = new entry.RouterContextProvider();
    context.set(entry.callContext, callFor(request, reply, target));
    context.set(entry.audienceContext, audience);
    context.set(entry.visitorContext, visitor);
    // A page that fails for an audience is rendered for the person, and reported there if it fails again.
    context.set(entry.reportContext, target.kind === 'audience' ? () => {} : report);
    const headers = new Headers();
    for (const name of ['user-agent', 'accept-language', 'cookie', 'sec-gpc', 'dnt'] as const) {
      const value = target.kind === 'audience' ? undefined : request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const page = (init: RequestInit) =>
      withVisitorLanguage(language, null, () => handle[language](new Request(url, init), context));
    if (request.method !== 'POST') return page({ headers });
    headers.set('content-type', formType);
    const body = typeof request.body === 'string' ? request.body : '';
    return page({ method: 'POST', headers, body });
  }

  async function inSlot(page: PageRequest, target: PageTarget, audience?: PersonalState): Promise<PageAnswer> {
    const isOwn = target.kind === 'person' && page.visitor.facts.signedIn;
    const release = await (isOwn ? ownRendering : rendering).take(addressSite(page.request.ip));
    return render(page, target, audience).finally(release);
  }

  return {
    forPerson: (page: PageRequest) => inSlot(page, { kind: 'person' }),
    forVisitors: (page: PageRequest) => inSlot(page, { kind: 'visitors' }),
    /** `hasPersonalCall` says that the page loaded personal records, so it must not be shared. */
    async forAudience(page: PageRequest, audience: PersonalState) {
      const target: PageTarget = { kind: 'audience', hasPersonalCall: false };
      const response = await inSlot(page, target, audience);
      return { response, hasPersonalCall: target.hasPersonalCall };
    },
  };
}
