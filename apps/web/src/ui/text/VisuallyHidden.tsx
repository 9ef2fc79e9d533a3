import type { ReactNode } from 'react';

/** Said by a screen reader, not drawn. The class lives in base.css. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="visually-hidden">{children}</span>
);
