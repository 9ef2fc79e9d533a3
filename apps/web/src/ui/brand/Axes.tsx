import type { ReactNode } from 'react';
import css from './brand.module.css';

// The illustrations that the first page needs are apart from those of other states (EmptyArt.tsx).

/** Axes of a chart, the frame of all illustrations of empty states. */
export function Axes({ children }: { children: ReactNode }) {
  return (
    <svg
      className={css.drawing}
      width="160"
      height="96"
      viewBox="0 0 160 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M20 8v72h124" className={css.quiet} strokeWidth="1" />
      <path
        d="M40 80v4M60 80v4M80 80v4M100 80v4M120 80v4M16 64h4M16 48h4M16 32h4M16 16h4"
        className={css.quiet}
        strokeWidth="1"
      />
      <path
        d="M21 64h122M21 48h122M21 32h122M21 16h122"
        className={css.faint}
        strokeWidth="0.75"
        strokeDasharray="1 4"
      />
      {children}
    </svg>
  );
}

export const stock = 'M24 76C48 72 62 62 84 57s36-5 54 1';

export const EmptyAxes = () => (
  <Axes>
    <path d={stock} className={css.stock} strokeDasharray="5 4" />
    <circle cx="24" cy="76" r="3.5" className={`${css.accent} ${css.face}`} />
  </Axes>
);

export const BrokenCurve = () => (
  <Axes>
    <path d={stock} className={css.stock} strokeDasharray="5 4" />
    <path d="M24 76C42 67 50 45 66 34" className={css.accent} strokeWidth="2" />
    <path d="M92 25c16-4 32-2 44 7" className={css.accent} strokeWidth="2" />
    <path d="M74 22l8 16M84 18l-1 8M72 40l5-5" strokeWidth="1.25" />
  </Axes>
);
