import type { CallInput } from '@tuneport/contract/index';
import { botCode, pageViewToWire, visitPingDue, withoutSecrets } from '@tuneport/domain/site/page-view';
import { readStored, writeStored } from '../../platform/storage.ts';

// Reports visits to our own server. Nothing waits for it and errors are ignored.

type PageViewBody = CallInput<'POST /global/v1/page-view'>['body'];
type EyesBody = CallInput<'POST /global/prism/eyes'>['body'];

export type View = {
  readonly path: string;
  readonly query: string;
  readonly title: string;
  readonly referrer: string;
  readonly origin: string;
  readonly screen: { width: number; height: number; scale: number };
  readonly bot: ReturnType<typeof botCode>;
};

export function pageViewBody(view: View, event = false): PageViewBody {
  return pageViewToWire({ ...view, event }, view.origin);
}

/** Survives leaving the page; sent as JSON because the server accepts nothing else. */
export function beacon(path: string, body: PageViewBody | EyesBody): void {
  const json = JSON.stringify(body);
  if (navigator.sendBeacon?.(`/api${path}`, new Blob([json], { type: 'application/json' }))) return;
  const headers = { 'content-type': 'application/json' };
  fetch(`/api${path}`, { method: 'POST', body: json, headers, keepalive: true }).catch(() => {});
}

/** Staff at work are not visitors. */
const isOffice = (path: string) => /^\/(admin|catalog-manage)(\/|$)/.test(path);

/** `tag` was in the URL and has been removed from it. */
export function sendPageView(previousPath: string | null, tag: string | null = null): void {
  const { location, devicePixelRatio } = window;
  if (isOffice(location.pathname)) return;
  const body = pageViewBody({
    path: location.pathname,
    query: tag === null ? location.search : `${location.search || '?'}&tag=${encodeURIComponent(tag)}`,
    title: document.title,
    referrer: previousPath === null ? document.referrer : location.origin + previousPath,
    origin: location.origin,
    screen: { width: window.screen.width, height: window.screen.height, scale: devicePixelRatio || 1 },
    bot: botCode(window as never, document as never, navigator as never),
  });
  // The country is read from the zone, so that no address has to be looked up.
  beacon(`/global/v1/page-view?z=${Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''}`, body);
}

/** A browser event, such as a product added to the cart. */
export function publishEvent(name: string, data: Record<string, unknown> = {}): void {
  beacon('/global/prism/eyes', { name, data, path: withoutSecrets(window.location.pathname) });
}

const lastPingKey = 'tuneport.last-visit-ping';

export function pingVisit(now: Date): boolean {
  const last = readStored(lastPingKey);
  if (!visitPingDue(typeof last === 'number' ? last : null, now)) return false;
  writeStored(lastPingKey, now.getTime());
  publishEvent('visit');
  return true;
}
