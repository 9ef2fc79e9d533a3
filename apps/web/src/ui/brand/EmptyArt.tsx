import { Axes, BrokenCurve, EmptyAxes, stock } from './Axes.tsx';
import css from './brand.module.css';

export type EmptyKind = 'list' | 'search' | 'file' | 'broken' | 'lock' | 'lost';

/** Illustration of an empty state: axes without a curve. */
export function EmptyArt({ kind = 'list' }: { kind?: EmptyKind }) {
  if (kind === 'list') return <EmptyAxes />;
  if (kind === 'broken') return <BrokenCurve />;
  return <Axes>{pictures[kind]}</Axes>;
}

const tuned = 'M24 76C44 66 54 38 76 28s42-8 60 4';

const pictures = {
  search: (
    <>
      <path d={stock} className={css.stock} strokeDasharray="5 4" />
      <circle cx="94" cy="44" r="20" className={css.face} />
      <path d="M108.5 58.5 122 72" strokeWidth="2.5" />
      <path d="M84 44h20" className={css.accent} strokeDasharray="2 3" />
    </>
  ),
  file: (
    <>
      <path d="M62 18h28l14 14v44H62z" className={css.face} />
      <path d="M90 18v14h14" />
      <path d="M69 64c7-.5 9-12 14-15s9-2 14 1" className={css.accent} />
      <path d="M69 64.5c7-.5 12-5 16-6s8-.5 12 .5" className={css.stock} strokeDasharray="3 2" strokeWidth="1" />
    </>
  ),
  lock: (
    <>
      <path d={stock} className={css.stock} strokeDasharray="5 4" />
      <rect x="66" y="40" width="36" height="30" rx="4" className={css.face} />
      <path d="M74 40v-8a10 10 0 0 1 20 0v8" />
      <path d="M84 52v6" className={css.accent} strokeWidth="2.5" />
    </>
  ),
  lost: (
    <>
      <path d={stock} className={css.stock} strokeDasharray="5 4" />
      <path d={tuned} className={css.accent} strokeWidth="2" strokeDasharray="60 400" />
      <path d="M70 22q0-8 8-8t8 7c0 6-8 6-8 13M78 41v.2" strokeWidth="2" transform="translate(22 8)" />
    </>
  ),
} as const;
