import { isAdmin } from '@tuneport/domain/identity/permissions';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { rowContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { EmptyArt } from '../../ui/brand/EmptyArt.tsx';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import css from '../shell.module.css';
import { pageTitle } from '../title.ts';

export const loader = ({ context }: LoaderFunctionArgs) => {
  const { title, area, guard } = context.get(rowContext);
  return { title, office: area === 'admin' || area === 'lead-engine', back: guard ? '/profile' : '/' };
};

export const meta = ({ loaderData }: { loaderData?: { title: string } }) => [
  { title: pageTitle(loaderData?.title ?? '') },
];

/** Placeholder for a page of the route table that is not built yet. */
export default function NotBuilt() {
  const { title, office, back } = useLoaderData<typeof loader>();
  const user = useUser();
  // Other back-office users may not have access to /admin/users.
  return <NotBuiltText title={title} back={office && user && isAdmin(user.role) ? '/admin/users' : back} />;
}

export function NotBuiltText({ title, back }: { title: string; back: string }) {
  return (
    <div className={css.notBuilt}>
      <EmptyArt kind="list" />
      <p className={css.notBuiltMark}>This page is not available yet</p>
      <h1>{title}</h1>
      <p className={css.notBuiltText}>
        The address is correct. This page will follow in a later version of this site; nothing of yours is missing.
      </p>
      <div className={css.notBuiltSteps}>
        <ButtonLink variant="primary" to={back}>
          {back === '/' ? 'Go to home page' : 'Go back'}
        </ButtonLink>
        <ButtonLink to="/contact-us">Contact us</ButtonLink>
      </div>
    </div>
  );
}
