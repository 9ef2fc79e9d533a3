import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Vehicle } from './catalog-types.ts';
import { unavailableParameter } from './load-vehicle.ts';
import { MakeMark } from './MakeMark.tsx';
import css from './steps.module.css';
import { VehicleSearch } from './VehicleSearch.tsx';
import { type Base, crumbsOf, paragraphs } from './vehicle-texts.ts';

type HeadProps = { vehicle: Vehicle; base: Base; title: string; lead?: ReactNode };

export function VehicleHead({ vehicle, base, title, lead }: HeadProps) {
  return (
    <header className={css.head}>
      <div className={css.headBar}>
        <Breadcrumbs crumbs={crumbsOf(base, vehicle)} />
        {base === '/catalog' ? <VehicleSearch label="Find another vehicle" /> : null}
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
      <Unavailable />
    </header>
  );
}

/** Says which part of a selection was cleared because it could not be fetched. */
function Unavailable() {
  const part = useSearchParams()[0].get(unavailableParameter);
  if (part !== 'engine' && part !== 'transmission') return null;
  return (
    <Notice tone="careful" live title={`This ${part} could not be loaded.`}>
      Nothing was changed. Choose it again, or another one.
    </Notice>
  );
}

export const Prose = ({ text }: { text: string }) => (
  <div className={css.prose}>
    {paragraphs(text).map((part) => (
      <p key={part}>{part}</p>
    ))}
  </div>
);
