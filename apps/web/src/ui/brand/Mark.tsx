import css from './brand.module.css';

/** Where the two curves of the mark run, on a 32-unit square; favicon and icons are drawn from the same lines. */
export const markStock = 'M6.5 23.5C10.5 22.8 13.5 20.6 17 19.2S23 17.8 25.5 19.2';
export const markTuned = 'M6.5 23.5C10 21 12 14 15.6 10.8S22.5 8 25.5 10.6';

/** The curve: stock dashed, tuned above it. `bare` leaves the tile away and takes the colours of its surroundings. */
export function Mark({ size = 32, bare = false }: { size?: number; bare?: boolean }) {
  return (
    <svg className={css.mark} width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      {bare ? null : <rect width="32" height="32" rx="6" fill="#0E1216" />}
      <path
        d={markStock}
        stroke={bare ? 'var(--c-stock)' : '#A3ADB8'}
        strokeWidth="2"
        strokeLinecap="butt"
        strokeDasharray="3 2.2"
      />
      <path d={markTuned} stroke={bare ? 'var(--c-accent)' : '#FF6A2B'} strokeWidth="2.8" strokeLinecap="round" />
    </svg>
  );
}
