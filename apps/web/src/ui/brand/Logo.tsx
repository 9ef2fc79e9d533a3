import css from './brand.module.css';
import { Mark } from './Mark.tsx';

/** Mark and name. The operator may have another name; the mark stays. */
export function Logo({ name = 'Tuneport', size = 28 }: { name?: string; size?: number }) {
  return (
    <span className={css.logo}>
      <Mark size={size} />
      <span>{name}</span>
    </span>
  );
}
