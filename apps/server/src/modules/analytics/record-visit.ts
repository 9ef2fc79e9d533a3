import { isTag, queryWithoutSecrets, type WirePageView, withoutSecrets } from '@tuneport/domain/site/page-view';
import type { Caller } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { visitorIds } from '../settings/index.ts';
import { insertClientError, insertEvent, insertPageView, insertTagHit } from './queries.ts';
import { dataWithoutSecrets, textWithoutSecrets } from './without-secrets.ts';

type Visit = { platform: Platform; caller: Pick<Caller, 'address' | 'userAgent'>; now: Date };

const textMax = 2048;
const dataBytesMax = 4096;
const short = (text: string, max = textMax) => text.slice(0, max).toWellFormed();

const isAddress = (text: string) => /^(https?:\/\/|\/)\S*$/.test(text);

/** An app has no pages: its name is all that is kept of it. */
const appReferrer = (text: string): string => /^android-app:\/\/[\w.-]+/.exec(text)?.[0] ?? '';

/** Rows of bots are kept with their code, so that figures can leave them out and say how many they were. */
export async function recordPageView({ platform, caller, now }: Visit, view: WirePageView): Promise<void> {
  const { id } = await visitorIds(platform.db, caller, now);
  const ownOrigin = platform.config.publicOrigin;
  await insertPageView(platform.db, {
    at: now,
    visitor: id,
    path: short(withoutSecrets(view.p)),
    referrer: short(isAddress(view.r) ? textWithoutSecrets(view.r, ownOrigin) : appReferrer(view.r)),
    title: short(textWithoutSecrets(view.t, ownOrigin), 300),
    is_event: view.e,
    screen: /^\d{1,6}(,\d{1,6}(,\d{1,3}(\.\d{1,6})?)?)?$/.test(view.s) ? view.s : '',
    bot: view.b === 0 ? null : view.b,
    query: short(queryWithoutSecrets(view.p, view.q)),
  });
}

type BrowserEvent = { readonly name: string; readonly data: Record<string, unknown>; readonly path: string };

const eventName = /^[a-z][a-z0-9_.-]{0,59}$/i;

/** A browser cannot do anything about an event that is refused, so one that does not fit is dropped (Q136). */
export async function recordEvent({ platform, caller, now }: Visit, { name, data, path }: BrowserEvent): Promise<void> {
  if (!eventName.test(name) || Buffer.byteLength(JSON.stringify(data)) > dataBytesMax) return;
  const text = JSON.stringify(dataWithoutSecrets(data, platform.config.publicOrigin));
  const { id } = await visitorIds(platform.db, caller, now);
  const from = path === '' ? '' : short(withoutSecrets(path));
  await insertEvent(platform.db, { at: now, visitor: id, name, data: text, path: from });
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
