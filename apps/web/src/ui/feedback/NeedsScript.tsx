import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';

/** Shown without scripts where a form would not work. */
export const NeedsScript = ({ children }: { children: ReactNode }) => (
  <noscript>
    <Notice tone="careful">{children}</Notice>
  </noscript>
);
