import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import css from './brand.module.css';
import { markStock, markTuned } from './Mark.tsx';

/** Loading indicator: the tuned curve draws itself over the stock one. */
export function LoadingLine({ label = 'Loading', hideLabel = false }: { label?: string; hideLabel?: boolean }) {
  return (
    <span className={css.loading} role="status">
      <svg width="64" height="48" viewBox="4 5 24 22" fill="none" aria-hidden="true">
        <path d="M5 6v19.5h22.5" className={css.faint} strokeWidth="0.6" />
        <path d={markStock} className={css.stock} strokeWidth="1.1" strokeDasharray="2 1.5" />
        <path d={markTuned} className={`${css.accent} ${css.drawLoop}`} strokeWidth="1.5" pathLength={1} />
      </svg>
      {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </span>
  );
}

/** Thin loading line over content that is being reloaded. */
export function ThinLoadingLine({ active, label = 'Loading' }: { active: boolean; label?: string }) {
  return (
    <div className={active ? css.thin : undefined} role="status">
      {active ? <VisuallyHidden>{label}</VisuallyHidden> : null}
    </div>
  );
}
