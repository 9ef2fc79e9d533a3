import { Outlet } from 'react-router';
import { PageError } from '../pages/PageError.tsx';

/** Nothing around the page: for login and for paper. */
export default function BlankLayout() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <main id="content">
      <PageError error={error} bare />
    </main>
  );
}
