import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { msg, plural, t } from '@tuneport/domain/text/text';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { type EngineKind, EngineSymbol } from '../../../ui/brand/EngineSymbol.tsx';
import { Link } from '../../../ui/controls/Link.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import type { Engine, Model, Vehicle, Year } from '../catalog-types.ts';
import type { VehiclePageData } from '../vehicle/load-vehicle.ts';
import { Prose, VehicleHead } from '../vehicle/VehicleHead.tsx';
import { type Base, engineFacts, vehicleName } from '../vehicle/vehicle-labels.ts';
import { byDecade, byFamily, filterModels } from './groups.ts';
import css from './steps.module.css';

type StepData = Extract<VehiclePageData, { step: 'years' | 'models' | 'engines' }>;

const questions = { years: msg('Which year?'), models: msg('Which model?'), engines: msg('Which engine?') } as const;

/** One step of the vehicle path: the vehicle so far, one question, and the answers as links. */
export function StepPage({ data, base }: { data: StepData; base: Base }) {
  const { vehicle } = data;
  return (
    <Container className={css.page}>
      <VehicleHead vehicle={vehicle} base={base} title={vehicleName(vehicle)} lead={t(questions[data.step])} />
      <StepList data={data} base={base} />
      {data.step === 'years' && vehicle.seo?.text ? (
        <div className={css.seo}>
          <Prose text={vehicle.seo.text} />
        </div>
      ) : null}
    </Container>
  );
}

/** The answers of a step; `nested` when they are below a heading of their own. */
export function StepList({ data, base, nested = false }: { data: StepData; base: Base; nested?: boolean }) {
  const { vehicle } = data;
  const Title = nested ? 'h3' : 'h2';
  switch (data.step) {
    case 'years':
      return <Years years={data.list} vehicle={vehicle} base={base} Title={Title} />;
    case 'models':
      return <Models models={data.list} vehicle={vehicle} base={base} Title={Title} />;
    case 'engines':
      return <Engines engines={data.list} vehicle={vehicle} base={base} />;
  }
}

type ListProps = { vehicle: Vehicle; base: Base };
type Titled = ListProps & { Title: 'h2' | 'h3' };

const Years = memo(function Years({ years, vehicle, base, Title }: Titled & { years: readonly Year[] }) {
  const make = vehicle.make?.slug;
  return (
    <div className={css.decades}>
      {byDecade(years).map(({ title, entries }) => (
        <section key={title} className={css.decade} aria-label={title}>
          <Title className={css.groupTitle}>{title}</Title>
          <ul className={css.years}>
            {entries.map((year) => (
              <li key={year.slug}>
                <Link to={vehiclePath(base, { make, year: year.slug })} className={css.year} discover="none">
                  {year.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
});

const filterFrom = 16;

function Models({ models, vehicle, base, Title }: Titled & { models: readonly Model[] }) {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterModels(models, wanted), [models, wanted]);
  return (
    <>
      {models.length < filterFrom ? null : (
        <div className={css.filter}>
          <TextField
            label={t('Filter models')}
            hideLabel
            type="search"
            placeholder={plural(models.length, { one: 'Filter {count} model', other: 'Filter {count} models' })}
            before={<Icon name="filter" />}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState art="search" title={t('No model name contains “{wanted}”.', { wanted: wanted.trim() })}>
          {t('Clear the filter to see all {count}.', { count: models.length })}
        </EmptyState>
      ) : (
        <Families models={found} vehicle={vehicle} base={base} Title={Title} />
      )}
    </>
  );
}

const Families = memo(function Families({ models, vehicle, base, Title }: Titled & { models: readonly Model[] }) {
  const { make, year } = vehicle;
  return (
    <div className={css.families}>
      {byFamily(models).map(({ family, models: list }) => (
        <section key={family} className={css.family} aria-label={family}>
          {list.length > 1 ? <Title className={css.groupTitle}>{family}</Title> : null}
          <ul>
            {list.map((model) => (
              <li key={model.slug}>
                <Link
                  to={vehiclePath(base, { make: make?.slug, year: year?.slug, model: model.slug })}
                  className={css.model}
                  discover="none"
                >
                  {model.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
});

/** The closest drawing: vehicle data has the number of cylinders but not their layout. */
export function engineKind(engine: Pick<Engine, 'fuel' | 'cylinders'>): EngineKind {
  if (engine.fuel === 'electric') return 'electric';
  if (engine.fuel === 'diesel') return 'diesel';
  const byCount: Readonly<Record<number, EngineKind>> = {
    3: 'inline3',
    4: 'inline4',
    5: 'inline5',
    6: 'v6',
    8: 'v8',
    10: 'v10',
    12: 'v12',
  };
  return byCount[engine.cylinders ?? 4] ?? 'inline4';
}

const Engines = memo(function Engines({ engines, vehicle, base }: ListProps & { engines: readonly Engine[] }) {
  const { make, year, model } = vehicle;
  return (
    <ul className={css.engines}>
      {engines.map((engine) => (
        <li key={engine.slug}>
          <Link
            to={vehiclePath(base, { make: make?.slug, year: year?.slug, model: model?.slug, engine: engine.slug })}
            className={css.engine}
            discover="none"
          >
            <EngineSymbol kind={engineKind(engine)} size={44} />
            <span className={css.engineLabel}>
              <span className={css.engineName}>{engine.name}</span>
              <span className={css.engineFacts}>{engineFacts(engine).join(' · ')}</span>
            </span>
            <span className={css.engineTunes} data-none={engine.tunes === 0 || undefined}>
              {engine.tunes === 0
                ? t('No tune yet')
                : plural(engine.tunes, { one: '{count} tune', other: '{count} tunes' })}
            </span>
            <Icon name="chevronRight" />
          </Link>
        </li>
      ))}
    </ul>
  );
});
