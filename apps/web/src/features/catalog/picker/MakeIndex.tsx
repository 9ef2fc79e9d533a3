import { t } from '@tuneport/domain/text/text';
import { memo } from 'react';
import { Link } from '../../../ui/controls/Link.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import type { Make } from '../catalog-types.ts';
import type { Base } from '../vehicle/vehicle-labels.ts';
import { byLetter } from './groups.ts';
import { MakeMark } from './MakeMark.tsx';
import css from './steps.module.css';

const MakeNames = ({ makes, base }: { makes: readonly Make[]; base: Base }) => (
  <ul className={css.names}>
    {makes.map((make) => (
      <li key={make.slug}>
        <Link to={`${base}/${encodeURIComponent(make.slug)}`} className={css.name} discover="none">
          <MakeMark make={make} />
          {make.name}
        </Link>
      </li>
    ))}
  </ul>
);

/** Popular makes, then all makes from A to Z with letter links. */
export const MakeIndex = memo(function MakeIndex({ makes, base }: { makes: readonly Make[]; base: Base }) {
  const groups = byLetter(makes);
  if (groups.length === 0)
    return <EmptyState title={t('Makes appear here as soon as the catalogue has vehicles for this region.')} />;
  const popular = makes.filter(({ prominence }) => prominence === 'popular');
  return (
    <>
      {popular.length === 0 ? null : (
        <section className={css.popular} aria-labelledby="makes-popular">
          <h3 id="makes-popular" className={css.groupTitle}>
            {t('Popular makes')}
          </h3>
          <MakeNames makes={popular} base={base} />
        </section>
      )}
      <h3 className={css.groupTitle}>{t('All makes')}</h3>
      <nav className={css.letters} aria-label={t('Makes by letter')}>
        {groups.map(({ letter }) => (
          <a key={letter} href={`#makes-${letter}`}>
            {letter}
          </a>
        ))}
      </nav>
      <div className={css.alphabet}>
        {groups.map(({ letter, entries }) => (
          <section key={letter} id={`makes-${letter}`} className={css.letterGroup} aria-labelledby={`letter-${letter}`}>
            <h4 id={`letter-${letter}`} className={css.letter}>
              {letter}
            </h4>
            <MakeNames makes={entries} base={base} />
          </section>
        ))}
      </div>
    </>
  );
});
