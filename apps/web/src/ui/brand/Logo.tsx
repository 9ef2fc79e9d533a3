import css from './brand.module.css';
import { Mark } from './Mark.tsx';

/** Logo mark and name. The operator may set another name; the mark is fixed. */
export function Logo({ name = 'Tuneport', size = 28 }: { name?: string; size?: number }) {
  return (
    <span className={css.logo}>
      <Mark size={size} />
      <span>{name}</span>
    </span>
  );
}
