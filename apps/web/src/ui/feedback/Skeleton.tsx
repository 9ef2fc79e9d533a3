import { t } from '@tuneport/domain/text/text';
import { cx } from '../class-names.ts';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import css from './Skeleton.module.css';

/** Loading placeholder. One per region; announced once. */
export function Skeleton({
  lines = 3,
  block = false,
  label = t('Loading'),
}: {
  lines?: number;
  block?: boolean;
  label?: string;
}) {
  return (
    <div className={css.skeleton} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {block ? <div className={cx(css.bone, css.block)} /> : null}
      {Array.from({ length: lines }, (_, i) => `bone-${i}`).map((key) => (
        <div key={key} className={css.bone} />
      ))}
    </div>
  );
}
