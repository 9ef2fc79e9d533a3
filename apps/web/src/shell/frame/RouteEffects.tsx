import { type Place, resetsScroll, scrollResets } from '@tuneport/domain/site/scroll';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType, useRouteLoaderData } from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { loadChunk } from '../../platform/chunk.ts';
import { hydratedEvent } from '../../platform/hydrated.ts';
import { useUi } from '../../platform/ui-state.ts';
import type { RootData } from '../../root.tsx';
import { useConsent } from '../consent/consent-store.ts';

// Effects of every page in both layouts: scrolling, global state and telemetry.

const telemetry = () => loadChunk(() => import('../consent/telemetry.ts'));
/** Loaded for the few addresses with a query. */
const tags = () => loadChunk(() => import('../consent/new-tag.ts'));
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

export function RouteEffects() {
  useScroll();
  useGlobalState();
  useTelemetry();
  useTrackers();
  return null;
}

const positions = new Map<string, number>();

function useScroll(): void {
  const location = useLocation();
  const type = useNavigationType();
  const page = useRouteLoaderData<RootData>('root')?.page;
  const adConversion = useUi()?.settings.tracking.ad_conversion_id != null;
  const place: Place = {
    path: location.pathname,
    query: location.search,
    hash: location.hash,
    routeName: page?.name ?? page?.id ?? null,
  };
  const last = useRef<{ key: string; place: Place } | null>(null);

  useEffect(() => {
    const note = () => {
      if (last.current) positions.set(last.current.key, window.scrollY);
    };
    window.history.scrollRestoration = 'manual';
    // Replays a click made before hydration, see server-handoff.ts.
    dispatchEvent(new Event(hydratedEvent));
    const leave = () => {
      // The browser restores the position after a reload or a return from another site.
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  // Only a navigation may scroll the page, so its key is the only dependency.
  useBrowserLayoutEffect(() => {
    const from = last.current?.place ?? null;
    last.current = { key: location.key, place };
    if (from === null) return;
    if (type === 'POP') {
      const y = positions.get(location.key);
      if (y !== undefined) window.scrollTo(0, y);
      return;
    }
    if (place.hash && from.path === place.path) return;
    if (place.hash && resetsScroll(from, place)) {
      const target = document.getElementById(decodeURIComponent(place.hash.slice(1)));
      if (target) return target.scrollIntoView();
    }
    for (const delay of scrollResets(from, place, adConversion && conversionReported())) {
      if (delay === 0) window.scrollTo(0, 0);
      else setTimeout(() => window.scrollTo(0, 0), delay);
    }
  }, [location.key]);
}

/** Set by the operator's ad-conversion script once it has reported a conversion; it may have moved the page. */
const conversionReported = (): boolean => (window as { adConversionReported?: unknown }).adConversionReported === true;

/** Loaded at start and again on every route change. */
function useGlobalState(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason, not an input
  useEffect(() => {
    // Deferred, so that the page is hydrated or rendered first.
    const timer = setTimeout(() => void refreshUi());
    return () => clearTimeout(timer);
  }, [pathname]);
}

function useTelemetry(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const previous = useRef<string | null>(null);
  const announced = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tag can arrive with any change of the address
  useEffect(() => {
    let gone = false;
    const notifyAll = async () => {
      const [sendTelemetry, tagFile] = await Promise.all([
        telemetry().catch(() => null),
        window.location.search === '' ? null : tags().catch(() => null),
      ]);
      if (gone || !sendTelemetry) return;
      const { pingVisit, sendPageView } = sendTelemetry;
      const address = window.location.pathname + window.location.search + window.location.hash;
      const taken = tagFile?.newTag(address) ?? { address, tag: null };
      if (taken.tag !== null) {
        await call('POST /global/v1/tag', { body: { tag: taken.tag } }).catch(() => {});
        void refreshUi();
      }
      if (taken.address !== address)
        await navigate(taken.address, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
      pingVisit(new Date());
      if (announced.current === pathname) return;
      announced.current = pathname;
      sendPageView(previous.current, taken.tag);
      previous.current = pathname;
    };
    // After the title of the new page is set.
    const timer = setTimeout(() => void notifyAll(), 0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [pathname, search, hash, navigate]);
}

/** Not on a page whose URL is a secret, nor later in the same document, whose policy forbids them. */
function useTrackers(): void {
  const ui = useUi();
  const consent = useConsent();
  const isSecret = useRouteLoaderData<RootData>('root')?.page.tokenLink === true;
  const openedAsSecret = useRef(isSecret);
  useEffect(() => {
    if (isSecret || openedAsSecret.current) return;
    const { google_analytics_id: google, meta_pixel_id: meta } = ui?.settings.tracking ?? {};
    if (!ui || !consent || !(google || meta)) return;
    loadChunk(() => import('../consent/trackers.ts')).then(
      ({ loadTrackers }) => loadTrackers(consent, ui),
      () => {},
    );
  }, [ui, consent, isSecret]);
}
