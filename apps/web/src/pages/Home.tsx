import type { Call } from '@tuneport/contract/index';
import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { missingRegionOptions } from '@tuneport/domain/places/regions';
import { type ReactNode, useEffect } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { HomeHero } from '../features/catalog/home/HomeHero.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { useUi } from '../platform/ui-state.ts';
import { CarOutline } from '../ui/brand/CarOutline.tsx';
import { EmptyArt } from '../ui/brand/EmptyArt.tsx';
import { ToolDrawing } from '../ui/brand/ToolDrawing.tsx';
import { Button, ButtonLink } from '../ui/controls/Button.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { Container, Section } from '../ui/layout/Layout.tsx';
import { Icon } from '../ui/text/Icon.tsx';
import css from './Home.module.css';

async function load(call: Call) {
  const [makes, showcase] = await Promise.all([call('GET /v1/catalog/makes'), call('GET /v1/catalog/showcase')]);
  return { makes, showcase };
}

export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export const meta = () => [
  { title: 'Tuneport: engine and transmission tuning' },
  {
    name: 'description',
    content:
      'Find your vehicle, choose a tune and see what it changes before you buy. Engine and transmission tuning with power curves, tools and dealers near you.',
  },
];

export default function Home() {
  // Without regional options nothing below can be priced or found, so the page shows an error.
  const missing = useUi() === null;
  useEffect(() => {
    if (missing) console.error(missingRegionOptions);
  }, [missing]);
  const { makes, showcase } = useLoaderData<typeof loader>();
  if (missing) return <Unavailable />;
  return (
    <>
      <HomeHero makes={makes} showcase={showcase} />
      <WaysIn />
      <Promises />
      <ForShops />
    </>
  );
}

const Unavailable = () => (
  <Container className={css.unavailable}>
    <ErrorState
      headingLevel={1}
      title="We cannot show the catalogue right now."
      step={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      }
    >
      {unknownErrorText}
    </ErrorState>
  </Container>
);

function WaysIn() {
  return (
    <Section title="Three ways to start">
      <div className={css.ways}>
        <Way
          to="/catalog"
          title="My car"
          text="Choose make, year, model and engine. See every tune for it with its power curve, price and required tools."
          step="Open the catalogue"
          art={<CarOutline body="wagon" measured width={220} />}
        />
        <Way
          to="/tuning"
          title="My file"
          text="Drop a tune file or a log. A tune file becomes a request you can track like a parcel; a log opens as a graph."
          step="Upload a file"
          art={<EmptyArt kind="file" />}
        />
        <Way
          to="/new-dealer"
          title="My shop"
          text="Dealer prices, a balance with statements, tune credits for your team, and your own place in the dealer list."
          step="Become a dealer"
          art={<ToolDrawing tool="bench" width={150} />}
        />
      </div>
    </Section>
  );
}

function Way({
  to,
  title,
  text,
  step,
  art,
}: {
  to: string;
  title: string;
  text: string;
  step: string;
  art: ReactNode;
}) {
  return (
    <Link to={to} className={css.way}>
      <div className={css.wayArt}>{art}</div>
      <h3>{title}</h3>
      <p>{text}</p>
      <span className={css.wayStep}>
        {step}
        <Icon name="arrowRight" />
      </span>
    </Link>
  );
}

const promises = [
  {
    title: 'See it before you buy',
    text: 'Every tune shows stock versus tuned across the rev range, not just one peak number.',
  },
  {
    title: 'Understand every price',
    text: 'See how every price is built and why each tool is suggested.',
  },
  {
    title: 'Go back whenever you like',
    text: 'The file you send is stored unchanged, byte for byte, and stays yours to download.',
  },
  {
    title: 'Always know the status',
    text: 'A request shows its status, what happens next and when, and what you can do now.',
  },
] as const;

const Promises = () => (
  <div className={css.band}>
    <Section title="What you can count on">
      <ol className={css.promises}>
        {promises.map((promise) => (
          <li key={promise.title}>
            <h3>{promise.title}</h3>
            <p>{promise.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  </div>
);

const ForShops = () => (
  <Section tight>
    <div className={css.shops}>
      <div>
        <h2>Prefer to have it installed?</h2>
        <p>Dealers install tunes, measure them and stand behind the work.</p>
      </div>
      <ButtonLink to="/dealers">Find a dealer near you</ButtonLink>
    </div>
  </Section>
);
