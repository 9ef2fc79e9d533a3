import { memo } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/Link.tsx';
import type { Make } from './catalog-types.ts';
import { byLetter } from './groups.ts';
import { MakeMark } from './MakeMark.tsx';
import css from './steps.module.css';
import type { Base } from './vehicle-texts.ts';

/** All makes, A to Z: the letters jump, the names lead on. */
export const MakeIndex = memo(function MakeIndex({ makes, base }: { makes: readonly Make[]; base: Base }) {
  const groups = byLetter(makes);
  if (groups.length === 0)
    return <EmptyState title="Makes appear here as soon as the catalogue has vehicles for this region." />;
  return (
    <>
      <nav className={css.letters} aria-label="Makes by letter">
        {groups.map(({ letter }) => (
          <a key={letter} href={`#makes-${letter}`}>
            {letter}
          </a>
        ))}
      </nav>
      <div className={css.alphabet}>
        {groups.map(({ letter, entries }) => (
          <section key={letter} id={`makes-${letter}`} className={css.letterGroup} aria-labelledby={`letter-${letter}`}>
            <h3 id={`letter-${letter}`} className={css.letter}>
              {letter}
            </h3>
            <ul className={css.names}>
              {entries.map((make) => (
                <li key={make.slug}>
                  <Link to={`${base}/${encodeURIComponent(make.slug)}`} className={css.name} discover="none">
                    <MakeMark make={make} />
                    {make.name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
});
