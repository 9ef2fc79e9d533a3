import { plural, t } from '@tuneport/domain/text/text';
import { ButtonLink } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type Props = { page: number; pageCount: number; first: string };

/** For a URL with a page number past the end of a list. */
export const MissingPage = ({ page, pageCount, first }: Props) => (
  <EmptyState
    art="search"
    title={t('Page {page} does not exist.', { page: String(page) })}
    step={<ButtonLink to={first}>{t('Go to the first page')}</ButtonLink>}
  >
    {plural(pageCount, { one: 'This list has one page.', other: 'This list has {count} pages.' })}
  </EmptyState>
);
