import type { BodyClass } from '../../ui/brand/CarOutline.tsx';

const words: readonly (readonly [RegExp, BodyClass])[] = [
  [/pick-?up|truck/i, 'pickup'],
  [/sport utility|suv|crossover|off-?road/i, 'suv'],
  [/van/i, 'van'],
  [/convertible|cabrio|roadster|spider|spyder|targa/i, 'convertible'],
  [/wagon|estate|touring|kombi|avant|variant/i, 'wagon'],
  [/two.?seat|coup|fastback/i, 'coupe'],
  [/hatch|sportback|subcompact|mini|compact/i, 'hatch'],
];

/** The body outline for a body style, or for the vehicle class of a vehicle database. */
export const bodyOf = (style: string): BodyClass => words.find(([word]) => word.test(style))?.[1] ?? 'sedan';
