import type { KeyboardEvent, ReactNode } from 'react';
import chartCss from './chart.module.css';

type Props = { label: string; onKeyDown: (event: KeyboardEvent) => void; children: ReactNode };

/** A chart that takes the focus, so that the arrow keys can move its cursor. */
export const KeyBox = ({ label, onKeyDown, children }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: no field set; the keys of the chart need a place to be pressed
  // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
  <div className={chartCss.xyFocus} tabIndex={0} role="group" aria-label={label} onKeyDown={onKeyDown}>
    {children}
  </div>
);
