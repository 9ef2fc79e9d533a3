import { ToastRegion } from '../ui/ToastRegion.tsx';
import { CartPanel } from './CartPanel.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { ContactWidget } from './ContactWidget.tsx';
import css from './Later.module.css';
import { RegionDialog } from './RegionDialog.tsx';
import { SearchPanel } from './SearchPanel.tsx';
import { SmallMenu } from './SmallMenu.tsx';
import { UpdateBanner } from './UpdateBanner.tsx';

/** The parts of the default layout that arrive after the page. */
export default function Later({ contactless }: { contactless: boolean }) {
  return (
    <>
      <SmallMenu />
      <CartPanel />
      <SearchPanel />
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
