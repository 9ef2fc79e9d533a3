import type { Call, CallReply } from '@tuneport/contract/index';
import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { missingRegionOptions } from '@tuneport/domain/places/regions';
import { t } from '@tuneport/domain/text/text';
import { lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { HomeHero } from '../features/catalog/home/HomeHero.tsx';
import { call } from '../platform/api/browser.ts';
import { loadChunk } from '../platform/chunk.ts';
import { callContext } from '../platform/contexts.ts';
import { useUi } from '../platform/ui-state.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { Container } from '../ui/layout/Layout.tsx';
import css from './Home.module.css';

const HomeSections = lazy(() => loadChunk(() => import('./home/HomeSections.tsx')));

const noSubscription = () => () => {};

/**
 * The page below the hero. The browser keeps what the server rendered and loads no code for it, since links and a form
 * need none. Only a navigation within the site renders it in the browser.
 */
function BelowHero({ home }: { home: CallReply<'GET /v1/home'> }) {
  const isHydrating = useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  );
  const [isRendered] = useState(isHydrating);
  if (isRendered && !import.meta.env.SSR)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; React leaves the content as it is
    return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  return (
    <div>
      <HomeSections home={home} />
    </div>
  );
}

async function load(call: Call) {
  const [makes, showcase, home] = await Promise.all([
    call('GET /v1/catalog/makes'),
    call('GET /v1/catalog/showcase'),
    call('GET /v1/home'),
  ]);
  return { makes, showcase, home };
}

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export const meta = () => [
  { title: t('Tuneport: engine and transmission tuning') },
  {
    name: 'description',
    content: t(
      'Find your vehicle, choose a tune and see what it changes before you buy. Engine and transmission tuning with power curves, tools and dealers near you.',
    ),
  },
];

export default function Home() {
  // Without regional options nothing below can be priced or found, so the page shows an error.
  const missing = useUi() === null;
  useEffect(() => {
    if (missing) console.error(missingRegionOptions);
  }, [missing]);
  const { makes, showcase, home } = useLoaderData<typeof loader>();
  if (missing) return <Unavailable />;
  return (
    <>
      <HomeHero makes={makes} showcase={showcase} />
      <BelowHero home={home} />
    </>
  );
}

const Unavailable = () => (
  <Container className={css.unavailable}>
    <ErrorState
      headingLevel={1}
      title={t('We cannot show the catalogue right now.')}
      step={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('Reload page')}
        </Button>
      }
    >
      {t(unknownErrorText)}
    </ErrorState>
  </Container>
);
