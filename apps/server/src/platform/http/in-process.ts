import type { Call } from '@tuneport/contract/index';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymousActor } from '../actor.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { Platform } from '../platform.ts';
import { unavailable } from '../refusal.ts';
import { cookiesOf } from './cookies.ts';
import { dispatch } from './dispatch.ts';
import { recordFailure } from './failure-reason.ts';
import { visitorOf } from './mount.ts';
import type { Registry } from './registry.ts';
import { isShared, sharedReply } from './shared-replies.ts';

type Sent = { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: string; readAt?: string };

/**
 * The typed client for pages rendered in this process: the same request path as over HTTP, as the same visitor, without
 * a socket. Refusals are thrown as is. `forAll` is for a cached page shared by all visitors.
 */
export function inProcessCall(
  platform: Platform,
  registry: Registry,
  request: FastifyRequest,
  reply: FastifyReply,
  { forAll }: { forAll: boolean } = { forAll: false },
): Call {
  const call = async (key: string, sent: Sent = {}) => {
    const mounted = registry.get(key);
    if (!mounted) throw new Error(`${key} is not an endpoint`);
    const outgoing = await orUnavailable(request, async () => {
      const { actor, region, currency, clientInfo } = await visitorOf(platform, request);
      const { params = {}, query = {} } = sent;
      if (isShared(mounted)) {
        const visitor = { actor: anonymousActor(clientInfo.address), region, clientInfo };
        const body = await sharedReply(platform, mounted, { region, params, query }, async () => {
          return (await dispatch(platform, mounted, { ...visitor, params, query, body: undefined })).body;
        });
        return { body, cookies: [], session: undefined };
      }
      return dispatch(platform, mounted, {
        actor,
        region,
        currency,
        clientInfo: forAll ? { ...clientInfo, forAll } : clientInfo,
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

/** Over HTTP the error handler does this; a page needs it before rendering. */
async function orUnavailable<T>(request: FastifyRequest, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    recordFailure(request, error);
    throw isDatabaseUnavailable(error) ? unavailable(error) : error;
  }
}
