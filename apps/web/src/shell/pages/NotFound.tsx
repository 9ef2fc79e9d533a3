import { t } from '@tuneport/domain/text/text';
import { data, type LoaderFunctionArgs } from 'react-router';
import { NotFoundText } from '../frame/page-labels.tsx';
import { SearchBox } from '../search/SearchBox.tsx';
import css from '../shell.module.css';
import { pageTitle } from '../title.ts';

export const meta = () => [{ title: pageTitle(t('Page not found')) }];

/** An unknown path keeps its URL and returns 404; /page-not-found shows the same page. */
export const loader = (_: LoaderFunctionArgs) => data(null, { status: 404 });

export default function NotFound() {
  return (
    <div className={css.pageError}>
      <NotFoundText />
      <div className={css.notFoundSearch}>
        <SearchBox label={t('Search the site')} />
      </div>
    </div>
  );
}
