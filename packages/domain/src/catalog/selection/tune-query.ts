import { folded } from '../../site/slug.ts';
import { searchAliases, searchLengthMax, searchWordsMax, withinSlips } from '../vehicles/vehicle-search.ts';

/** A parsed search text: tune kinds by name, and the rest, which may be a vehicle. */
type TuneQuery = { readonly kinds: readonly string[]; readonly rest: string };

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}.+-]+/gu) ?? [];

/** Also used for vehicles: "golf tdi dsg" is a car. */
const vehicleWords = new Set([...Object.keys(searchAliases), 'turbo']);

/** Recognised even if no tune kind has this name. */
const stages = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((stage) => `Stage ${stage}`);

const isSame = (typed: string, word: string): boolean =>
  typed === word || (word.length >= 5 && !/\d/.test(typed) && withinSlips(typed, word, 1));

/** Parses "golf r stgae 2" as kind "Stage 2" and rest "golf r". `names` are the existing tune kinds. */
export function parseTuneQuery(text: string, names: readonly string[]): TuneQuery {
  // Splits "stage2" into "stage 2".
  const typed = text.slice(0, searchLengthMax).replace(/(?<![\p{L}\p{N}])(stage)(\d)/giu, '$1 $2');
  const words = wordsOf(typed).slice(0, searchWordsMax);
  const kinds: string[] = [];
  const rest: string[] = [];
  const known = [...names, ...stages]
    .map((name) => ({ name, words: wordsOf(name) }))
    .sort((a, b) => b.words.length - a.words.length);
  for (let at = 0; at < words.length; ) {
    const kind = known.find(
      (one) =>
        one.words.length > 0 &&
        !one.words.every((word) => vehicleWords.has(word)) &&
        one.words.every((word, nth) => isSame(words[at + nth] ?? '', word)),
    );
    if (kind) kinds.push(kind.name);
    else rest.push(words[at] ?? '');
    at += kind?.words.length ?? 1;
  }
  return { kinds, rest: rest.join(' ') };
}
