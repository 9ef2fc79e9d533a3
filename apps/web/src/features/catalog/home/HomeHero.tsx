import { vehicleTitle } from '@tuneport/domain/catalog/vehicles/vehicle-name';
import { t } from '@tuneport/domain/text/text';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useUi } from '../../../platform/ui-state.ts';
import { SearchBox } from '../../../shell/search/SearchBox.tsx';
import { CarOutline } from '../../../ui/brand/CarOutline.tsx';
import { CurveArt } from '../../../ui/brand/CurveArt.tsx';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { useUnits } from '../../../ui/text/units-store.ts';
import { bodyOf } from '../body-of.ts';
import type { Make } from '../catalog-types.ts';
import { Continue } from '../picker/Continue.tsx';
import { SentencePicker } from '../picker/StepPicker.tsx';
import css from './home-hero.module.css';
import { motifPower, motifTorque } from './motif-curve.ts';
import { drawingOf, type Shown } from './showcase.ts';

type Props = { makes: readonly Make[]; showcase: readonly Shown[] };

/** Hero of the home page: the vehicle picker next to an example result. */
export function HomeHero({ makes, showcase }: Props) {
  return (
    <section className={css.hero} data-scheme="dark">
      <Container className={css.heroGrid}>
        <div className={css.words}>
          <h1>{t('More from the engine you have')}</h1>
          <div className={css.picker}>
            <SearchBox big />
            <Continue />
            {makes.length > 0 ? (
              <SentencePicker makes={makes} />
            ) : (
              <p className={css.quiet}>
                {t('Makes appear here as soon as the catalogue has vehicles for this region.')}
              </p>
            )}
          </div>
          <p className={css.file}>
            <Link to="/tuning">{t('I already have a file')}</Link>
          </p>
        </div>
        {showcase.length > 0 ? <Showcase showcase={showcase} /> : <Motif />}
      </Container>
    </section>
  );
}

const Motif = () => (
  <div className={css.chart}>
    <CurveArt
      power={motifPower}
      torque={motifTorque}
      label={t('Illustration: power and torque of an engine before and after a tune')}
    />
    <p className={css.quiet}>{t('Illustration, not a measured engine. Choose your car to see its own figures.')}</p>
  </div>
);

function Showcase({ showcase }: { showcase: readonly Shown[] }) {
  const [units] = useUnits(useUi()?.settings.region);
  const [at, setAt] = useState(0);
  const [moved, setMoved] = useState(false);
  const shown = showcase[at] ?? (showcase[0] as Shown);
  const drawing = useMemo(() => drawingOf(shown, units), [shown, units]);
  if (!drawing) return <Motif />;
  const { gains, power, torque, from, to } = drawing;
  return (
    <div className={css.chart}>
      <dl className={css.figures}>
        <Figure label={t('Power')} gain={gains.power} unit={units.power} kind="power" />
        <Figure label={t('Torque')} gain={gains.torque} unit={units.torque} kind="torque" />
        <Figure label={t('Average gain across the rev range')} gain={gains.everywherePercent} unit="%" />
      </dl>
      <CurveArt
        key={shown.path}
        power={power}
        torque={torque}
        powerUnit={units.power}
        torqueUnit={units.torque}
        label={t('{vehicleTitle}, {tune}: power from {from} to {to} {power}', {
          vehicleTitle: vehicleTitle(shown),
          tune: shown.tune,
          from,
          to,
          power: units.power,
        })}
        draws={moved}
      />
      <p className={css.shown}>
        <Link to={shown.path} className={css.shownLink} discover="none">
          <span>
            {vehicleTitle(shown)}, {shown.tune}
          </span>
          <Icon name="arrowRight" />
        </Link>
        <span className={css.quiet}>
          {shown.tuned.source === 'upload' ? shown.engine : t('{engine}, estimated gains', { engine: shown.engine })}
        </span>
      </p>
      {showcase.length > 1 ? (
        <fieldset className={css.examples}>
          <legend>{t('From the catalogue')}</legend>
          {showcase.map((each, nth) => (
            <label key={each.path} className={css.example}>
              <input
                type="radio"
                name="engine"
                checked={nth === at}
                onChange={() => {
                  setMoved(true);
                  setAt(nth);
                }}
              />
              <CarOutline body={bodyOf(each.vehicle_class)} width={88} />
              <span>{vehicleTitle(each)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <noscript className={css.noScript}>
        <ButtonLink to="/catalog">{t('Open the catalogue')}</ButtonLink>
      </noscript>
    </div>
  );
}

type FigureProps = { label: string; gain: number | null; unit: string; kind?: 'power' | 'torque' };

function Figure({ label, gain, unit, kind }: FigureProps) {
  if (gain === null || gain <= 0) return null;
  return (
    <div data-kind={kind}>
      <dt>{label}</dt>
      <dd>
        +{gain}
        <span>{unit}</span>
      </dd>
    </div>
  );
}
