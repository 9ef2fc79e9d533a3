import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../ui/text/Icon.tsx';
import { type LastVehicle, readLastVehicle } from './last-vehicle.ts';
import css from './picker.module.css';

const examples = ['golf r 2015 dsg', 'f-150 3.5 2019', 'm340i 2021'];

/** The vehicle of the last visit, in place of the examples to avoid a layout shift. */
export function Continue() {
  const [last, setLast] = useState<LastVehicle | null>(null);
  useEffect(() => setLast(readLastVehicle()), []);
  return (
    <p className={css.continue}>
      {last ? (
        <Link to={last.path} className={css.continueLink} discover="none">
          {t('Continue with')} <span>{last.label}</span>
          <Icon name="arrowRight" />
        </Link>
      ) : (
        <>
          <span>{t('Try')}</span>
          {examples.map((example) => (
            <Link key={example} to={`/catalog?search=${encodeURIComponent(example)}`} discover="none">
              {example}
            </Link>
          ))}
        </>
      )}
    </p>
  );
}
