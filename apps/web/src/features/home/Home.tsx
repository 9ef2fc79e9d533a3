import { unknownErrorText } from '@tuneport/domain/error-texts';
import { missingRegionOptions } from '@tuneport/domain/regions';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useUi } from '../../platform/ui-state.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { CarOutline } from '../../ui/brand/CarOutline.tsx';
import { CurveArt } from '../../ui/brand/CurveArt.tsx';
import { EmptyArt } from '../../ui/brand/EmptyArt.tsx';
import { ToolDrawing } from '../../ui/brand/ToolDrawing.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Container, Section } from '../../ui/Layout.tsx';
import { type ExampleEngine, exampleEngines, gainOf } from './example-engines.ts';
import css from './Home.module.css';

export const meta = () => [
  { title: 'Tuneport: engine and transmission tuning, measured' },
  {
    name: 'description',
    content:
      'Find your vehicle, choose a tune, see what it changes before you buy. Engine and transmission tuning with dyno curves, tools and dealers near you.',
  },
];

export default function Home() {
  // Without regional options nothing below can be priced or found, and pretending otherwise helps nobody.
  const missing = useUi() === null;
  useEffect(() => {
    if (missing) console.error(missingRegionOptions);
  }, [missing]);
  if (missing) return <Unavailable />;
  return (
    <>
      <Hero />
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
          Load this page again
        </Button>
      }
    >
      {unknownErrorText}
    </ErrorState>
  </Container>
);

function Hero() {
  const [shown, setShown] = useState(exampleEngines[0] as ExampleEngine);
  const [moved, setMoved] = useState(false);
  const gain = gainOf(shown);
  return (
    <section className={css.hero} data-scheme="dark">
      <Container className={css.heroGrid}>
        <div className={css.words}>
          <h1>More from the engine you have</h1>
          <p className={css.sentence}>
            I drive a <Blank>{shown.vehicle}</Blank> from <Blank>{shown.year}</Blank> with the{' '}
            <Blank>{shown.engine}</Blank>
          </p>
          <div className={css.steps}>
            <ButtonLink variant="primary" to="/catalog">
              Find my vehicle
              <Icon name="arrowRight" />
            </ButtonLink>
            <ButtonLink to="/tuning" variant="ghost">
              I have a file
            </ButtonLink>
          </div>
        </div>
        <div className={css.chart}>
          <dl className={css.figures}>
            <Figure label="Power" value={`+${gain.powerHp}`} unit="hp" kind="power" />
            <Figure label="Torque" value={`+${gain.torqueLbFt}`} unit="lb-ft" kind="torque" />
            <Figure label="Whole range" value={`+${gain.everywherePercent}`} unit="%" />
          </dl>
          <CurveArt
            key={shown.key}
            power={shown.power}
            torque={shown.torque}
            label={`Power from ${gain.from} to ${gain.to} hp, an example`}
            draws={moved}
          />
          <fieldset className={css.examples}>
            <legend>Show an example</legend>
            {exampleEngines.map((each) => (
              <label key={each.key} className={css.example}>
                <input
                  type="radio"
                  name="example"
                  checked={each.key === shown.key}
                  onChange={() => {
                    setMoved(true);
                    setShown(each);
                  }}
                />
                <CarOutline body={each.body} width={88} />
                <span>{each.engine}</span>
              </label>
            ))}
          </fieldset>
        </div>
      </Container>
    </section>
  );
}

/** A blank of the sentence: where the visitor's own vehicle goes. */
const Blank = ({ children }: { children: ReactNode }) => (
  <Link to="/catalog" className={css.blank}>
    {children}
  </Link>
);

function Figure({
  label,
  value,
  unit,
  kind,
}: {
  label: string;
  value: string;
  unit: string;
  kind?: 'power' | 'torque';
}) {
  return (
    <div data-kind={kind}>
      <dt>{label}</dt>
      <dd>
        {value}
        <span>{unit}</span>
      </dd>
    </div>
  );
}

function WaysIn() {
  return (
    <Section title="Three ways in">
      <div className={css.ways}>
        <Way
          to="/catalog"
          title="My car"
          text="Choose make, year, model and engine. See every tune for it with its curve, its price and the tools it needs."
          step="Open the catalogue"
          art={<CarOutline body="wagon" measured width={220} />}
        />
        <Way
          to="/tuning"
          title="My file"
          text="Drop a tune file or a log. A tune file becomes a request you can follow like a parcel; a log opens as a graph."
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
    title: 'See it before you buy it',
    text: 'Every tune shows stock against tuned over the whole range, not one number at the top.',
  },
  {
    title: 'Know why it costs what it costs',
    text: 'Beside every price: what it is made of. Beside every set of tools: why these and not others.',
  },
  {
    title: 'Go back whenever you like',
    text: 'The file you send is kept as it was, byte for byte, and stays yours to download.',
  },
  {
    title: 'Always know where it is',
    text: 'A request says where it stands, what happens next and when, and what you can do now.',
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
        <h2>Rather have it done?</h2>
        <p>Dealers install tunes, measure them and answer for the work.</p>
      </div>
      <ButtonLink to="/dealers">Find a dealer near you</ButtonLink>
    </div>
  </Section>
);
