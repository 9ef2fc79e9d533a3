import type { Actor } from '../../actor.ts';
import { anonymousActor } from '../../actor.ts';
import { type LiveInput, userTopic } from '../../live/live-streams.ts';
import { addressSite } from '../../rate-limit.ts';
import { Refusal } from '../../refusal.ts';
import type { Context, RawReply } from '../context.ts';
import { sessionCookieName } from '../cookies.ts';

type Watched = {
  readonly topic: string;
  /** The version of the record visible to this actor; null if they may not see it. */
  readonly versionFor: (actor: Actor) => Promise<string | number | null>;
};

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Not cached, compressed or buffered on the way.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Streams the versions of one record. The actor is loaded again for each notification, so the stream ends with their
 * session or access, whichever ends first.
 */
export async function watchRecord(
  { actor, clientInfo, platform }: Pick<Context, 'actor' | 'clientInfo' | 'platform'>,
  { topic, versionFor }: Watched,
): Promise<RawReply> {
  const version = await versionFor(actor);
  if (version === null) throw new Refusal('not_found');
  const token = actor.userId === null ? undefined : clientInfo.cookies[sessionCookieName(platform.config)];
  const look: LiveInput['look'] = async () => {
    const visitor =
      token === undefined ? anonymousActor(clientInfo.address) : await platform.identify(token, clientInfo.address);
    const now = actor.guestEmail === undefined ? visitor : visitor?.guest;
    const found = now ? await versionFor(now) : null;
    return found === null ? null : String(found);
  };
  const [viewer, topics] =
    actor.userId === null
      ? [`address:${addressSite(clientInfo.address)}`, [topic]]
      : [userTopic(actor.userId), [topic, userTopic(actor.userId)]];
  return { status: 200, headers, body: platform.live.open({ viewer, topics, look, version: String(version) }) };
}
