import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import { showPanel } from './panel-store.ts';

const close = () => showPanel(null);

/** The search box of the navigation bar. */
export default function SearchPanel() {
  // The dialog moves the focus when it opens; the box takes it after that.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return (
    <Dialog open onClose={close} title={t('Search')}>
      {isOpen ? <SearchBox big inDialog label={t('Search the site')} onOpen={close} /> : null}
    </Dialog>
  );
}
