import { Outlet } from 'react-router';
import { PageError } from '../pages/PageError.tsx';

/** No shell: for login pages and printable documents. */
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
