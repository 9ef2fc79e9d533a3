import type { Make } from '../catalog-types.ts';
import css from '../vehicle/vehicle-head.module.css';

/** "MB" for Mercedes-Benz, "VO" for Volvo: two letters for a make without a logo. */
function monogramOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = '', second] = words;
  return (second ? `${[...first][0]}${[...second][0]}` : [...first].slice(0, 2).join('')).toUpperCase();
}

/** The logo of a make, or its monogram. Decorative, because the name is next to it. */
export const MakeMark = ({ make, big = false }: { make: Pick<Make, 'name' | 'logo_url'>; big?: boolean }) =>
  make.logo_url ? (
    <img
      src={make.logo_url}
      alt=""
      width={big ? 56 : 28}
      height={big ? 56 : 28}
      loading={big ? undefined : 'lazy'}
      className={css.logo}
      data-big={big || undefined}
    />
  ) : (
    <span className={css.monogram} data-big={big || undefined} aria-hidden="true">
      {monogramOf(make.name)}
    </span>
  );
