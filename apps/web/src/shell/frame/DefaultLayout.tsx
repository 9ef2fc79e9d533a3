import { t } from '@tuneport/domain/text/text';
import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation, useRouteLoaderData } from 'react-router';
import { loadChunk } from '../../platform/chunk.ts';
import { isBackOffice, isShortPage } from '../../platform/page.ts';
import { useUi } from '../../platform/ui-state.ts';
import type { RootData } from '../../root.tsx';
import { ThinLoadingLine } from '../../ui/brand/LoadingLine.tsx';
import { PageError } from '../pages/PageError.tsx';
import css from '../shell.module.css';
import { Alerts } from './Alerts.tsx';
import { Footer } from './Footer.tsx';
import { NavBar } from './NavBar.tsx';
import { SaleBanner } from './SaleBanner.tsx';

// Cart, contact widget, consent and region dialogs, update banner. The page works without them if they fail to load.
function Panels({ contactless }: { contactless: boolean }) {
  const [DeferredPanels, setLater] = useState<((props: { contactless: boolean }) => ReactNode) | null>(null);
  useEffect(() => {
    // In a task of its own, after the page is interactive.
    const timer = setTimeout(() => {
      loadChunk(() => import('../panels/DeferredPanels.tsx')).then(
        (file) => startTransition(() => setLater(() => file.default)),
        (error: unknown) => console.error(error),
      );
    });
    return () => clearTimeout(timer);
  }, []);
  return DeferredPanels ? <DeferredPanels contactless={contactless} /> : null;
}

function Frame({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root');
  const ui = useUi();
  const navigating = useNavigation().state !== 'idle';
  const short = isShortPage(useLocation().pathname);
  const isCatalog = root?.page.name === 'Catalog';
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {t('Skip to content')}
      </a>
      <SaleBanner sales={ui?.sales ?? []} renderedAt={root?.renderedAt ?? ''} hideShopNow={isCatalog} />
      <NavBar />
      <div className={css.loadingLine}>
        <ThinLoadingLine active={navigating} />
      </div>
      <Alerts alerts={ui?.alerts ?? []} />
      <main id="content" tabIndex={-1} className={css.main}>
        {/* Content inside a Suspense boundary hydrates separately, after the content around it. */}
        <Suspense>{children}</Suspense>
      </main>
      <Suspense>
        <Footer short={short} />
      </Suspense>
      <Panels contactless={root?.page.contactless ?? true} />
    </div>
  );
}

/** The back office brings its own frame (admin/frame/AdminFrame.tsx). */
export default function DefaultLayout() {
  if (isBackOffice(useLocation().pathname)) return <Outlet />;
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A failed page keeps the shell, so that the visitor can navigate. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Frame>
      <PageError error={error} />
    </Frame>
  );
}
