import css from './brand.module.css';

/** The two curves of the mark on a 32-unit square; favicon and icons use the same paths. */
export const markStock = 'M5.5 24.5C11 24 14 20.4 18 18.9S24 17.6 26.5 18.4';
export const markTuned = 'M5.5 24.5C10.5 23 11.5 13.5 16.5 10.2S23.5 7.6 26.5 8.8';

/** The mark: stock dashed, tuned above it. `bare` omits the tile and inherits its colours. */
export function Mark({ size = 32, bare = false }: { size?: number; bare?: boolean }) {
  return (
    <svg className={css.mark} width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      {bare ? null : <rect width="32" height="32" rx="6" fill="#0E1216" />}
      <path
        d={markStock}
        stroke={bare ? 'var(--c-stock)' : '#A3ADB8'}
        strokeWidth="1.8"
        strokeLinecap="butt"
        strokeDasharray="2.8 2"
      />
      <path d={markTuned} stroke={bare ? 'var(--c-accent)' : '#FF6A2B'} strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
