import type { CookieState } from '@tuneport/domain/site/consent';
import { type Tracker, trackersToLoad } from '@tuneport/domain/site/consent';
import type { UiState } from '../../platform/ui-state.ts';
import { consentContext } from './consent-store.ts';

// Third-party scripts. Loaded only if the operator configured an id and the visitor consented.

type Queue = { (...args: unknown[]): void; queue?: unknown[]; loaded?: boolean; version?: string; push?: unknown };
type TrackedWindow = Window & { dataLayer?: unknown[]; gtag?: (...args: unknown[]) => void; fbq?: Queue };

function addScript(source: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = source;
  document.head.append(script);
}

const start: Readonly<Record<Tracker, (view: TrackedWindow, id: string) => void>> = {
  googleAnalytics(view, id) {
    view.dataLayer ??= [];
    const layer = view.dataLayer;
    view.gtag = function gtag() {
      // The script reads the arguments object itself.
      // biome-ignore lint/complexity/noArguments: see above
      layer.push(arguments);
    };
    view.gtag('js', new Date());
    view.gtag('config', id);
    addScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
  },
  facebookPixel(view, id) {
    const queue: Queue = (...args) => queue.queue?.push(args);
    queue.queue = [];
    queue.push = queue;
    queue.loaded = true;
    queue.version = '2.0';
    view.fbq = queue;
    queue('init', id);
    queue('track', 'PageView');
    addScript('https://connect.facebook.net/en_US/fbevents.js');
  },
};

const started = new Set<Tracker>();

export function loadTrackers(consent: CookieState, ui: UiState): void {
  const { google_analytics_id: google, meta_pixel_id: meta } = ui.settings.tracking;
  for (const tracker of trackersToLoad(consent, consentContext(ui))) {
    const id = tracker === 'googleAnalytics' ? google : meta;
    if (id === null || started.has(tracker)) continue;
    started.add(tracker);
    start[tracker](window as TrackedWindow, id);
  }
}
