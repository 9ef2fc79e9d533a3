import type { ReactNode } from 'react';

/** Read by screen readers only. The class is in base.css. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="visually-hidden">{children}</span>
);
