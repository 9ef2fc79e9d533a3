import type { BodyClass } from '../../ui/brand/CarOutline.tsx';

const words: readonly (readonly [RegExp, BodyClass])[] = [
  [/pick-?up|truck/i, 'pickup'],
  [/sport utility|suv|crossover|off-?road/i, 'suv'],
  [/van/i, 'van'],
  [/wagon|estate|touring|kombi/i, 'wagon'],
  [/two.?seat|coup|roadster|convertible|cabrio/i, 'coupe'],
  [/hatch|subcompact|mini|compact/i, 'hatch'],
];

/** The body outline for the vehicle class of a vehicle database. */
export const bodyOf = (vehicleClass: string): BodyClass =>
  words.find(([word]) => word.test(vehicleClass))?.[1] ?? 'sedan';
