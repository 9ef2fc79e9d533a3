import type { ReactNode } from 'react';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './catalog-admin.module.css';

/** A page of the editor that is not a list. */
export const CatalogPage = ({ children }: { children: ReactNode }) => (
  <Container width="full" className={css.page}>
    {children}
  </Container>
);
