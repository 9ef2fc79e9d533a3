import type { Call } from '@tuneport/contract/index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, anonymousActor } from '../../actor.ts';
import { isDatabaseUnavailable } from '../../db/connection/unavailable.ts';
import type { Platform } from '../../platform.ts';
import { unavailable } from '../../refusal.ts';
import { withLanguage } from '../../texts.ts';
import { cookiesOf } from '../cookies.ts';
import { localized } from '../error-reply.ts';
import { recordFailure } from '../failure-reason.ts';
import { dispatch, type Mounted } from './dispatch.ts';
import { audienceActor, type PageTarget } from './page-audience.ts';
import type { Registry } from './registry.ts';
import { isShared, sharedReply } from './shared-replies.ts';
import { visitorOf } from './visitor.ts';

type Sent = { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: string; readAt?: string };

/**
 * The typed client that pages use while they are rendered here: the same request path as a call over HTTP, as the same
 * visitor, without the socket. A refusal is thrown as it is. `page` says for whom the page is rendered.
 */
export function inProcessCall(
  platform: Platform,
  registry: Registry,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageTarget = { kind: 'person' },
): Call {
  const call = async (key: string, sent: Sent = {}) => {
    const mounted = registry.get(key);
    if (!mounted) throw new Error(`${key} is not an endpoint`);
    const outgoing = await orUnavailable(request, async () => {
      const { actor, region, currency, clientInfo } = await visitorOf(platform, request);
      const { params = {}, query = {} } = sent;
      if (isShared(mounted)) {
        const visitor = { actor: anonymousActor(clientInfo.address), region, clientInfo };
        // Shared by pages of all languages.
        const body = await sharedReply(platform, mounted, { region, params, query }, () =>
          withLanguage('en', async () => {
            return (await dispatch(platform, mounted, { ...visitor, params, query, body: undefined })).body;
          }),
        );
        return { body, cookies: [], session: undefined };
      }
      if (page.kind === 'audience' && !isForAudiences(mounted)) {
        page.hasPersonalCall = true;
        throw new Error(`${key} answers one person, not an audience`);
      }
      return dispatch(platform, mounted, {
        actor: actorFor(page, actor),
        region,
        currency,
        clientInfo: page.kind === 'person' ? clientInfo : { ...clientInfo, forAll: true },
        params,
        query,
        body: sent.body,
        idempotencyKey: sent.idempotencyKey,
        ifUnmodifiedSince: sent.readAt && new Date(sent.readAt).toUTCString(),
      });
    });
    for (const cookie of cookiesOf(platform.config, outgoing)) reply.header('set-cookie', cookie);
    return outgoing.body;
  };
  return call as Call;
}

const uiState = 'GET /global/v1/ui-state';

/** Replies that depend on the audience at most; the global state leaves out the visitor when it is asked `forAll`. */
const isForAudiences = ({ key, endpoint }: Mounted): boolean => endpoint.publicCache !== undefined || key === uiState;

/**
 * The address stays for limits and queues; no reply contains it. A page for all visitors must not show what a guest
 * has.
 */
function actorFor({ kind }: PageTarget, actor: Actor): Actor {
  if (kind === 'visitors' && actor.guest) return anonymousActor(actor.address);
  return kind === 'audience' && actor.signedIn ? { ...audienceActor(actor), address: actor.address } : actor;
}

/** Over HTTP the error handler does this; a page needs it before rendering. */
async function orUnavailable<T>(request: FastifyRequest, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    recordFailure(request, error);
    throw localized(isDatabaseUnavailable(error) ? unavailable(error) : error);
  }
}
