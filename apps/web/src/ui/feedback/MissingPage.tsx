import { ButtonLink } from '../controls/Button.tsx';
import { EmptyState } from './EmptyState.tsx';

type Props = { page: number; pageCount: number; first: string };

/** For a URL with a page number past the end of a list. */
export const MissingPage = ({ page, pageCount, first }: Props) => (
  <EmptyState
    art="search"
    title={`Page ${page} does not exist.`}
    step={<ButtonLink to={first}>Go to the first page</ButtonLink>}
  >
    {pageCount === 1 ? 'This list has one page.' : `This list has ${pageCount} pages.`}
  </EmptyState>
);
