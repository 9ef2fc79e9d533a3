import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';

/** Said where a page is read without scripts and its form would be sent to nobody. */
export const NeedsScript = ({ children }: { children: ReactNode }) => (
  <noscript>
    <Notice tone="careful">{children}</Notice>
  </noscript>
);
