import { isTag, queryWithoutSecrets, type WirePageView, withoutSecrets } from '@tuneport/domain/page-view';
import type { Caller } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { visitorIds } from '../settings/index.ts';
import { insertClientError, insertEvent, insertPageView, insertTagHit } from './queries.ts';
import { dataWithoutSecrets, textWithoutSecrets } from './without-secrets.ts';

type Visit = { platform: Platform; caller: Pick<Caller, 'address' | 'userAgent'>; now: Date };

const textMax = 2048;
const dataBytesMax = 4096;
const short = (text: string, max = textMax) => text.slice(0, max).toWellFormed();

const isAddress = (text: string) => /^(https?:\/\/|\/)\S*$/.test(text);

/** Rows of bots are kept with their code, so that figures can leave them out and say how many they were. */
export async function recordPageView({ platform, caller, now }: Visit, view: WirePageView): Promise<void> {
  const { id } = await visitorIds(platform.db, caller, now);
  const ownOrigin = platform.config.publicOrigin;
  await insertPageView(platform.db, {
    at: now,
    visitor: id,
    path: short(withoutSecrets(view.p)),
    referrer: short(isAddress(view.r) ? textWithoutSecrets(view.r, ownOrigin) : ''),
    title: short(textWithoutSecrets(view.t, ownOrigin), 300),
    is_event: view.e,
    screen: /^\d{1,6},\d{1,6}(,\d{1,3}(\.\d{1,6})?)?$/.test(view.s) ? view.s : '',
    bot: view.b === 0 ? null : view.b,
    query: short(queryWithoutSecrets(view.p, view.q)),
  });
}

export async function recordEvent(
  { platform, caller, now }: Visit,
  event: { event: string; data: Record<string, unknown> },
): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(event.data)) > dataBytesMax)
    throw fieldRefusal({ data: ['The data of an event can have at most 4 kB.'] });
  const text = JSON.stringify(dataWithoutSecrets(event.data, platform.config.publicOrigin));
  const { id } = await visitorIds(platform.db, caller, now);
  await insertEvent(platform.db, { at: now, visitor: id, name: event.event, data: text });
}

/** An unknown tag is answered like a known one, so that nobody can try out which there are. */
export async function recordTag({ platform, caller, now }: Visit, tag: string): Promise<void> {
  if (!isTag(tag)) return;
  const { all } = await visitorIds(platform.db, caller, now);
  await insertTagHit(platform.db, tag, all, now);
}

export async function recordClientError(
  { platform, caller, now }: Visit,
  report: { message: string; path: string; user_agent?: string | undefined },
): Promise<void> {
  await insertClientError(platform.db, {
    at: now,
    message: short(textWithoutSecrets(report.message, platform.config.publicOrigin)),
    path: short(withoutSecrets(report.path)),
    user_agent: short(report.user_agent ?? caller.userAgent, 400),
  });
}
