import { chooseTransmission, skipTransmission } from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { selectionUrl } from '@tuneport/domain/catalog/vehicles/vehicle-selection-url';
import { plural, t } from '@tuneport/domain/text/text';
import { memo } from 'react';
import { Link } from '../../../ui/controls/Link.tsx';
import type { Transmission } from '../catalog-types.ts';
import engineCss from './engine.module.css';
import type { Selection } from './selection.ts';
import css from './transmission-choice.module.css';
import { transmissionFacts } from './vehicle-labels.ts';

type Props = { selection: Selection; transmissions: readonly Transmission[] };

/** Each transmission has its own URL; the engine selection is carried over. */
export const TransmissionChoice = memo(function TransmissionChoice({ selection, transmissions }: Props) {
  if (transmissions.length === 0) return null;
  const to = (next: Selection) => {
    const { pathname, search } = selectionUrl(next);
    return pathname + search;
  };
  return (
    <nav className={engineCss.group} aria-labelledby="transmission">
      <h2 id="transmission" className={engineCss.sectionTitle}>
        {t('Transmission')}
      </h2>
      <ul className={css.gearboxes}>
        {transmissions.map((each) => (
          <li key={each.slug}>
            <Link
              to={to(chooseTransmission(selection, each.slug))}
              className={css.gearbox}
              aria-current={each.slug === selection.transmission ? 'true' : undefined}
              preventScrollReset
              discover="none"
            >
              <span className={css.gearboxName}>{each.name}</span>
              <span className={engineCss.quiet}>
                {[
                  transmissionFacts(each),
                  each.tunes > 0 ? plural(each.tunes, { one: '{count} tune', other: '{count} tunes' }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            to={to(skipTransmission(selection))}
            className={css.gearbox}
            aria-current={selection.skipTransmissionSelection ? 'true' : undefined}
            preventScrollReset
            discover="none"
          >
            <span className={css.gearboxName}>{t('No transmission tune')}</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
});
