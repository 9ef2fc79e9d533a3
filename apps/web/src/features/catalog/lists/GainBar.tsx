import { barParts } from '../figures.ts';
import css from './gain-bar.module.css';

type Props = { kind: 'power' | 'torque'; value: number | null; stock: number | null; max: number };

/** One figure as a bar: stock in grey, the gain in the colour `--kind` of its parent. */
export function GainBar({ kind, value, stock, max }: Props) {
  const parts = barParts(value, stock, max);
  return (
    <svg className={css.bar} data-kind={kind} width="100%" height="6" aria-hidden="true">
      <rect className={css.stock} width={`${parts.stock}%`} height="6" />
      {parts.gain > 0 ? <rect className={css.gain} x={`${parts.stock}%`} width={`${parts.gain}%`} height="6" /> : null}
    </svg>
  );
}
