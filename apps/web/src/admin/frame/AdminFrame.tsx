import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { data, type LoaderFunctionArgs, Outlet, useLocation, useNavigation } from 'react-router';
import { loadChunk } from '../../platform/chunk.ts';
import { missingContext } from '../../platform/contexts.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { Alerts } from '../../shell/frame/Alerts.tsx';
import { UpdateBanner } from '../../shell/frame/UpdateBanner.tsx';
import { PageError } from '../../shell/pages/PageError.tsx';
import { usePanel } from '../../shell/panels/panel-store.ts';
import UnreadRefresh from '../../shell/panels/UnreadRefresh.ts';
import { pageTitle } from '../../shell/title.ts';
import { ThinLoadingLine } from '../../ui/brand/LoadingLine.tsx';
import { ToastRegion } from '../../ui/feedback/ToastRegion.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { adminMenu } from '../admin-menu.ts';
import css from './AdminFrame.module.css';
import { OfficeBar } from './OfficeBar.tsx';
import { Rail } from './Rail.tsx';
import { rememberPage } from './rail-memory.ts';
import { useWorkCounts } from './use-work-counts.ts';

const NotificationPanel = lazy(() => loadChunk(() => import('../../shell/panels/NotificationPanel.tsx')));
const OfficeSearch = lazy(() => loadChunk(() => import('../search/OfficeSearch.tsx')));

/** The back office: bar, rail and page. Visitors' banners, cart, menu and widgets are not part of it. */
function Frame({ children }: { children: ReactNode }) {
  const ui = useUi();
  const menu = useMemo(() => adminMenu(factsOf(ui)), [ui]);
  const navigating = useNavigation().state !== 'idle';
  const hasMenu = menu.length > 0;
  const counts = useWorkCounts(hasMenu);
  const drawer = useDrawer();
  const search = useSearch(hasMenu);
  const panel = usePanel();
  useRecentRecords(hasMenu);
  const first = menu[0]?.entries[0]?.to;
  return (
    <div className={css.frame} data-density="compact" data-office>
      <a className={css.skip} href="#content">
        Skip to content
      </a>
      <OfficeBar home={first ?? '/'} onMenu={hasMenu ? drawer.open : null} onSearch={hasMenu ? search.open : null} />
      <div className={css.loadingLine}>
        <ThinLoadingLine active={navigating} />
      </div>
      {hasMenu ? (
        <nav className={css.rail} aria-label="Back office">
          <Rail menu={menu} counts={counts} />
        </nav>
      ) : null}
      <main id="content" tabIndex={-1} className={css.main}>
        <Alerts alerts={ui?.alerts ?? []} />
        <Suspense>{children}</Suspense>
      </main>
      {hasMenu ? (
        <>
          <Drawer side="left" title="Back office" open={drawer.isOpen} onClose={drawer.close}>
            <nav className={css.drawn} aria-label="Back office menu">
              <Rail menu={menu} counts={counts} />
            </nav>
          </Drawer>
          {search.isLoaded ? (
            <Suspense>
              <OfficeSearch open={search.isOpen} onClose={search.close} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      {ui?.user ? <UnreadRefresh /> : null}
      {panel === 'notifications' ? (
        <Suspense>
          <NotificationPanel />
        </Suspense>
      ) : null}
      <div className={css.corner}>
        <UpdateBanner />
      </div>
      <ToastRegion />
    </div>
  );
}

/** Ctrl K (or ⌘ K) from anywhere. The search is loaded when it is opened first. */
function useSearch(enabled: boolean) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  useEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setState((now) => (now === 'open' ? 'closed' : 'open'));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [enabled]);
  return {
    isLoaded: state !== 'unused',
    isOpen: state === 'open',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
}

/** Open until the next page. */
function useDrawer() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return { isOpen: openAt === key, open: () => setOpenAt(key), close: () => setOpenAt(null) };
}

/** A record counts as visited once it has been open this long; its title is set by then. */
const visitMs = 1000;
const titleEnd = pageTitle('x').slice(1);

function useRecentRecords(enabled: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!enabled || !/\/\d+$/.test(pathname)) return;
    const timer = setTimeout(() => {
      const title = document.title.endsWith(titleEnd) ? document.title.slice(0, -titleEnd.length) : document.title;
      if (title === 'Page not found') return;
      // The title of some pages only says what kind of record they show.
      const heading = document.querySelector('h1')?.textContent ?? '';
      rememberPage({ to: pathname, title: title.includes(heading) ? title : heading });
    }, visitMs);
    return () => clearTimeout(timer);
  }, [enabled, pathname]);
}

export function loader({ context }: LoaderFunctionArgs) {
  if (context.get(missingContext)) throw data({ code: 'not_found' }, { status: 404 });
  return null;
}
/** In the browser, the page's own call gets the 404. */
export const clientLoader = () => null;

export default function AdminFrame() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A missing record keeps the menu. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Frame>
      <PageError error={error} office />
    </Frame>
  );
}
