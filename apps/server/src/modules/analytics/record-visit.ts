import { isTag, queryWithoutSecrets, type WirePageView, withoutSecrets } from '@tuneport/domain/site/page-view';
import type { ClientInfo } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { visitorIds } from '../settings/index.ts';
import { insertClientError, insertEvent, insertPageView, insertTagHit } from './queries.ts';
import { dataWithoutSecrets, textWithoutSecrets } from './without-secrets.ts';

type Visit = { platform: Platform; clientInfo: Pick<ClientInfo, 'address' | 'userAgent'>; now: Date };

const textMax = 2048;
const dataBytesMax = 4096;
const short = (text: string, max = textMax) => text.slice(0, max).toWellFormed();

const isAddress = (text: string) => /^(https?:\/\/|\/)\S*$/.test(text);

/** An app has no pages, so only its name is stored. */
const appReferrer = (text: string): string => /^android-app:\/\/[\w.-]+/.exec(text)?.[0] ?? '';

/** Bot rows are stored with their code, so that reports can exclude and count them. */
export async function recordPageView({ platform, clientInfo, now }: Visit, view: WirePageView): Promise<void> {
  const { id } = await visitorIds(platform.db, clientInfo, now);
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

/** A browser cannot handle a rejected event, so an invalid one is dropped (Q136). */
export async function recordEvent(
  { platform, clientInfo, now }: Visit,
  { name, data, path }: BrowserEvent,
): Promise<void> {
  if (!eventName.test(name) || Buffer.byteLength(JSON.stringify(data)) > dataBytesMax) return;
  const text = JSON.stringify(dataWithoutSecrets(data, platform.config.publicOrigin));
  const { id } = await visitorIds(platform.db, clientInfo, now);
  const from = path === '' ? '' : short(withoutSecrets(path));
  await insertEvent(platform.db, { at: now, visitor: id, name, data: text, path: from });
}

/** Unknown tags get the same response as known ones, so that tags cannot be enumerated. */
export async function recordTag({ platform, clientInfo, now }: Visit, tag: string): Promise<void> {
  if (!isTag(tag)) return;
  const { all } = await visitorIds(platform.db, clientInfo, now);
  await insertTagHit(platform.db, tag, all, now);
}

export async function recordClientError(
  { platform, clientInfo, now }: Visit,
  report: { message: string; path: string; user_agent?: string | undefined },
): Promise<void> {
  await insertClientError(platform.db, {
    at: now,
    message: short(textWithoutSecrets(report.message, platform.config.publicOrigin)),
    path: short(withoutSecrets(report.path)),
    user_agent: short(report.user_agent ?? clientInfo.userAgent, 400),
  });
}
