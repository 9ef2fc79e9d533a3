import { placeOf } from '@tuneport/domain/catalog/selection/tune-places';
import type { TuneRow, Unit } from './tune-queries.ts';

export const typesOf = ({ tune_types }: Pick<TuneRow, 'tune_types'>) =>
  tune_types.map(({ is_dsg, is_awd }) => ({ isDsg: is_dsg, isAwd: is_awd }));

export const kindOf = (unit: Unit, tune: Pick<TuneRow, 'tune_types'>) =>
  placeOf(unit, { tuneTypes: typesOf(tune) }).kind;
