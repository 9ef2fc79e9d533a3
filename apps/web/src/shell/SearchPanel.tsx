import { lazy, Suspense } from 'react';
import { loadChunk } from '../platform/chunk.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { showPanel, usePanel } from './panel-store.ts';

// Most pages have a box of their own; the others load it when it is asked for.
const SearchBox = lazy(() =>
  loadChunk(() => import('./search/SearchBox.tsx').then((module) => ({ default: module.SearchBox }))),
);

const close = () => showPanel(null);

/** The search box of the navigation bar. */
export function SearchPanel() {
  const open = usePanel() === 'search';
  return (
    <Dialog open={open} onClose={close} title="Search">
      {open ? (
        <Suspense>
          <SearchBox big inDialog label="Search the site" onOpen={close} />
        </Suspense>
      ) : null}
    </Dialog>
  );
}
