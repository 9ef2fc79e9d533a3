import { t } from '@tuneport/domain/text/text';
import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { loadChunk } from '../../../platform/chunk.ts';
import { Breadcrumbs } from '../../../ui/layout/Breadcrumbs.tsx';
import type { Vehicle } from '../catalog-types.ts';
import { MakeMark } from '../picker/MakeMark.tsx';
import { unavailableParameter } from './load-vehicle.ts';
import css from './vehicle-head.module.css';
import { type Base, crumbsOf, modelFacts, paragraphs } from './vehicle-labels.ts';

type HeadProps = { vehicle: Vehicle; base: Base; title: string; lead?: ReactNode };

// Rarely needed, so not in the chunk of the landing page.
const SearchBox = lazy(() =>
  loadChunk(() => import('../../../shell/search/SearchBox.tsx').then((module) => ({ default: module.SearchBox }))),
);
const Unavailable = lazy(() => loadChunk(() => import('./Unavailable.tsx')));

export function VehicleHead({ vehicle, base, title, lead }: HeadProps) {
  const part = useSearchParams()[0].get(unavailableParameter);
  return (
    <header className={css.head}>
      <div className={css.headBar}>
        <Breadcrumbs crumbs={crumbsOf(base, vehicle)} />
        {base === '/catalog' ? (
          <Suspense>
            <SearchBox label={t('Find another vehicle')} />
          </Suspense>
        ) : null}
      </div>
      {vehicle.make && !vehicle.engine ? (
        <div className={css.titleRow}>
          <MakeMark make={vehicle.make} big />
          <h1 className={css.title}>{title}</h1>
        </div>
      ) : (
        <h1 className={css.title}>{title}</h1>
      )}
      {lead ? <p className={css.lead}>{lead}</p> : null}
      {vehicle.model ? <p className={css.facts}>{modelFacts(vehicle.model)}</p> : null}
      {part === 'engine' || part === 'transmission' ? (
        <Suspense>
          <Unavailable part={part} />
        </Suspense>
      ) : null}
    </header>
  );
}

export const Prose = ({ text }: { text: string }) => (
  <div className={css.prose}>
    {paragraphs(text).map((part) => (
      <p key={part}>{part}</p>
    ))}
  </div>
);
