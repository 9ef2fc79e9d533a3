import { allows } from '@tuneport/domain/identity/permissions';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { rowOfPattern } from '../../route-table.ts';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './catalog-admin.module.css';
import { tabsOf } from './sections.ts';

/** The tabs above every page of the editor; only those the user may open. */
export function CatalogFrame({ children }: { children: ReactNode }) {
  const facts = factsOf(useUi());
  const { pathname } = useLocation();
  const open = tabsOf(pathname).filter(({ to }) => {
    const guard = rowOfPattern(to.endsWith('/home') ? `${to}/:make?/:model?/:year?` : to)?.guard;
    return guard != null && allows(guard, facts);
  });
  return (
    <>
      <Container width="full" className={css.tabs}>
        <Tabs tabs={open} label="Catalogue sections" />
      </Container>
      {children}
    </>
  );
}

/** A page of the editor that is not a list. */
export const CatalogPage = ({ children }: { children: ReactNode }) => (
  <CatalogFrame>
    <Container width="full" className={css.page}>
      {children}
    </Container>
  </CatalogFrame>
);
