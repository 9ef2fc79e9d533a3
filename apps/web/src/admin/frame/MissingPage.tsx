import { data } from 'react-router';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { NotFoundText } from '../../shell/frame/page-labels.tsx';
import css from '../../shell/shell.module.css';
import { pageTitle } from '../../shell/title.ts';
import { EmptyArt } from '../../ui/brand/EmptyArt.tsx';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { adminMenu } from '../admin-menu.ts';

export const meta = () => [{ title: pageTitle('Page not found') }];

export const loader = () => data(null, { status: 404 });

/** An unknown path of the back office. */
export default function MissingPage() {
  const home = adminMenu(factsOf(useUi()))[0]?.entries[0]?.to;
  return (
    <div className={css.pageError}>
      {home === undefined ? (
        <NotFoundText />
      ) : (
        <ErrorState
          art={<EmptyArt kind="lost" />}
          headingLevel={1}
          title="This page does not exist."
          step={
            <ButtonLink variant="primary" to={home}>
              Go to back office home
            </ButtonLink>
          }
        >
          The address may have changed, or it has a typo. Search for the page or record with Ctrl K.
        </ErrorState>
      )}
    </div>
  );
}
