import { t } from '@tuneport/domain/text/text';
import { Link } from 'react-router';
import { MissingPage } from '../feedback/MissingPage.tsx';
import { Icon } from '../text/Icon.tsx';
import css from './Pagination.module.css';
import { pageWindow } from './page-window.ts';

type Props = { page: number; pageCount: number; to: (page: number) => string; label?: string };

/** Links, so that a crawler, the back button and a middle click all work. */
export function Pagination({ page, pageCount, to, label = t('Pages') }: Props) {
  if (page > pageCount && pageCount > 0) return <MissingPage page={page} pageCount={pageCount} first={to(1)} />;
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label}>
      <ul className={css.pages}>
        <Step to={page > 1 ? to(page - 1) : null} icon="chevronLeft" label={t('Previous page')} />
        {pageWindow(page, pageCount).map((n, i, all) =>
          n === 0 ? (
            <li key={`gap-${all[i - 1]}`} className={css.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={n}>
              <Link
                className={css.page}
                to={to(n)}
                discover="none"
                aria-label={t('Page {n}', { n })}
                aria-current={n === page ? 'page' : undefined}
              >
                {n}
              </Link>
            </li>
          ),
        )}
        <Step to={page < pageCount ? to(page + 1) : null} icon="chevronRight" label={t('Next page')} />
      </ul>
    </nav>
  );
}

function Step({ to, icon, label }: { to: string | null; icon: 'chevronLeft' | 'chevronRight'; label: string }) {
  return (
    <li>
      {to === null ? (
        <span className={css.page} data-off aria-hidden="true">
          <Icon name={icon} />
        </span>
      ) : (
        <Link
          className={css.page}
          to={to}
          discover="none"
          aria-label={label}
          rel={icon === 'chevronLeft' ? 'prev' : 'next'}
        >
          <Icon name={icon} />
        </Link>
      )}
    </li>
  );
}
