import { isLanguage, type Language, languageCookie } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../platform/chunk.ts';
import { readCookies } from '../../platform/storage.ts';
import { useUi } from '../../platform/ui-state.ts';
import { ToastRegion } from '../../ui/feedback/ToastRegion.tsx';
import { ConsentDialog } from '../consent/ConsentDialog.tsx';
import { UpdateBanner } from '../frame/UpdateBanner.tsx';
import { ContactWidget } from './ContactWidget.tsx';
import css from './DeferredPanels.module.css';
import { usePanel } from './panel-store.ts';
import { RegionDialog } from './RegionDialog.tsx';

const DeletionNotice = lazy(() => loadChunk(() => import('./DeletionNotice.tsx')));
const UnreadRefresh = lazy(() => loadChunk(() => import('./UnreadRefresh.ts')));
const LanguageHint = lazy(() => loadChunk(() => import('./LanguageHint.tsx')));
const panels = {
  menu: lazy(() => loadChunk(() => import('../frame/SmallMenu.tsx'))),
  cart: lazy(() => loadChunk(() => import('./CartPanel.tsx'))),
  notifications: lazy(() => loadChunk(() => import('./NotificationPanel.tsx'))),
  search: lazy(() => loadChunk(() => import('./SearchPanel.tsx'))),
} as const;

/** The browser's language if it is not that of the page, until the visitor has chosen one. */
function useOfferedLanguage(): [offered: Language | null, close: () => void] {
  const [offered, setOffered] = useState<Language | null>(null);
  useEffect(() => {
    const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
    if (preferred && preferred !== language() && !(languageCookie in readCookies())) setOffered(preferred);
  }, []);
  return [offered, () => setOffered(null)];
}

/** The parts of the default layout that load after the page. */
export default function DeferredPanels({ contactless }: { contactless: boolean }) {
  const [offered, closeOffer] = useOfferedLanguage();
  const user = useUi()?.user;
  const deletionDueAt = user?.deletion_due_at;
  const open = usePanel();
  const Panel = open === null || open === 'contact' ? null : panels[open];
  return (
    <>
      {Panel ? (
        <Suspense>
          <Panel />
        </Suspense>
      ) : null}
      {user ? (
        <Suspense>
          <UnreadRefresh />
        </Suspense>
      ) : null}
      <div className={css.corner}>
        <UpdateBanner />
        {deletionDueAt ? (
          <Suspense>
            <DeletionNotice dueAt={deletionDueAt} />
          </Suspense>
        ) : null}
        {offered ? (
          <Suspense>
            <LanguageHint offered={offered} onClose={closeOffer} />
          </Suspense>
        ) : null}
        <ConsentDialog />
        {contactless ? null : <ContactWidget />}
      </div>
      <RegionDialog />
      <ToastRegion />
    </>
  );
}
