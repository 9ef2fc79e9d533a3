import { t } from '@tuneport/domain/text/text';
import { Link } from '../controls/Link.tsx';
import css from './Breadcrumbs.module.css';

export type Crumb = { label: string; to?: string };

/** The last crumb is the current page and has no link. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('Breadcrumb')}>
      <ol className={css.crumbs}>
        {crumbs.map((crumb, i) => (
          <li key={`${crumb.to ?? ''}${crumb.label}`}>
            {crumb.to && i < crumbs.length - 1 ? (
              <Link to={crumb.to} discover="none">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current={i === crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
