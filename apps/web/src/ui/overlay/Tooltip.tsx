import { type ReactNode, useId } from 'react';
import css from './Tooltip.module.css';

type Props = {
  text: string;
  side?: 'above' | 'below';
  /** `end` keeps a tooltip at the right edge inside the page. */
  align?: 'middle' | 'end';
  /** Receives the id for `aria-describedby`. */
  children: (describedBy: string) => ReactNode;
};

/** Text on hover and focus, with CSS only. */
export function Tooltip({ text, side = 'above', align = 'middle', children }: Props) {
  const id = useId();
  return (
    <span className={css.tip} data-side={side} data-align={align}>
      {children(id)}
      <span id={id} role="tooltip" className={css.tipText}>
        {text}
      </span>
    </span>
  );
}
