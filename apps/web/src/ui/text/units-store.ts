import { language } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../platform/storage.ts';

export type Units = { readonly power: 'hp' | 'kW'; readonly torque: 'lb-ft' | 'Nm' };

const key = 'tuneport.units';

/** German and French speakers expect kilowatts and newton metres; else the region decides. */
export const unitsOfRegion = (region: number | undefined): Units =>
  language() === 'en' ? { power: 'hp', torque: region === 2 ? 'Nm' : 'lb-ft' } : { power: 'kW', torque: 'Nm' };

export function asUnits(stored: unknown): Units | null {
  if (typeof stored !== 'object' || stored === null || !('power' in stored) || !('torque' in stored)) return null;
  const { power, torque } = stored;
  return (power === 'hp' || power === 'kW') && (torque === 'lb-ft' || torque === 'Nm') ? { power, torque } : null;
}

/** The user's units: the region's default until the user selects others, which then apply everywhere. */
export function useUnits(region: number | undefined): [Units, (units: Units) => void] {
  const [units, setUnits] = useState<Units>(() => unitsOfRegion(region));
  useEffect(() => {
    const chosen = asUnits(readStored(key));
    if (chosen) setUnits(chosen);
  }, []);
  return [
    units,
    (next) => {
      setUnits(next);
      writeStored(key, next);
    },
  ];
}
