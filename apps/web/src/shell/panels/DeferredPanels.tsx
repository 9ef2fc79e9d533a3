import { lazy, Suspense } from 'react';
import { loadChunk } from '../../platform/chunk.ts';
import { ToastRegion } from '../../ui/feedback/ToastRegion.tsx';
import { ConsentDialog } from '../consent/ConsentDialog.tsx';
import { SmallMenu } from '../frame/SmallMenu.tsx';
import { UpdateBanner } from '../frame/UpdateBanner.tsx';
import { CartPanel } from './CartPanel.tsx';
import { ContactWidget } from './ContactWidget.tsx';
import css from './DeferredPanels.module.css';
import { usePanel } from './panel-store.ts';
import { RegionDialog } from './RegionDialog.tsx';

const SearchPanel = lazy(() => loadChunk(() => import('./SearchPanel.tsx')));

/** The parts of the default layout that load after the page. */
export default function DeferredPanels({ contactless }: { contactless: boolean }) {
  return (
    <>
      <SmallMenu />
      <CartPanel />
      {usePanel() === 'search' ? (
        <Suspense>
          <SearchPanel />
        </Suspense>
      ) : null}
      <div className={css.corner}>
        <UpdateBanner />
        <ConsentDialog />
        {contactless ? null : <ContactWidget />}
      </div>
      <RegionDialog />
      <ToastRegion />
    </>
  );
}
