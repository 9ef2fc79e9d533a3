import { folded } from '../../site/slug.ts';

// What owners write around the name of a car: the layout of its engine ("v8", "flat 6") and its generation ("gen 2",
// "second generation", "Golf VII").

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? [];

/** Only names of layouts that are no model: the BMW i4 is a car, an i6 is an engine. */
const layoutWord = /^(?:v(4|5|6|8|10|12|16)|w(8|12|16)|[ilr](6)|h(4|6)|(\d{1,2})cyl(?:inders?)?)$/;
const layouts = /^(?:inline|straight|flat|boxer)$/;
const cylinderWord = /^cyl(?:inders?)?$/;
const counts: Readonly<Record<string, number>> = { three: 3, four: 4, five: 5, six: 6, eight: 8, ten: 10, twelve: 12 };

const countOf = (word: string | undefined): number | null =>
  word === undefined ? null : /^\d{1,2}$/.test(word) ? Number(word) : (counts[word] ?? null);

type Layout = { readonly text: string; readonly cylinders: number };

/**
 * The number of cylinders that a text names, and the text without it; null if it names none, or nothing else. A layout
 * that is part of a term ("v6 tdi") belongs to it.
 */
export function layoutIn(text: string, isTerm: (key: string) => boolean): Layout | null {
  const words = wordsOf(text);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const single = layoutWord.exec(word)?.slice(1).find(Boolean);
    const pair = layouts.test(word)
      ? countOf(words[at + 1])
      : cylinderWord.test(words[at + 1] ?? '')
        ? countOf(word)
        : null;
    const cylinders = single === undefined ? pair : Number(single);
    if (cylinders === null || isTerm(`${words[at - 1]}${word}`) || isTerm(`${word}${words[at + 1]}`)) continue;
    const rest = [...words.slice(0, at), ...words.slice(at + (single === undefined ? 2 : 1))];
    return rest.length === 0 ? null : { text: rest.join(' '), cylinders };
  }
  return null;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'];
const nth = (n: number): string => `${n}${n === 1 ? 'st' : n === 2 ? 'nd' : n === 3 ? 'rd' : 'th'}`;
const isGen = (word: string | undefined): boolean => /^gen(?:eration)?$/.test(word ?? '');

function ordinalOf(word: string | undefined): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word ?? '')?.[1];
  const at = ordinals.indexOf(word ?? '');
  return digits === undefined ? (at < 0 ? null : at + 1) : Number(digits);
}

/** A generation in a text: its number, and which words name it. */
function generationIn(words: readonly string[]): { n: number; from: number; to: number } | null {
  for (let at = 0; at < words.length; at += 1) {
    const glued = /^gen(\d{1,2})$/.exec(words[at] ?? '')?.[1];
    if (glued !== undefined) return { n: Number(glued), from: at, to: at + 1 };
    const before = isGen(words[at + 1]) ? ordinalOf(words[at]) : null;
    const after = isGen(words[at]) && /^\d{1,2}$/.test(words[at + 1] ?? '') ? Number(words[at + 1]) : null;
    const n = before ?? after;
    if (n !== null) return { n, from: at, to: at + 2 };
  }
  return null;
}

const termWordsMax = 3;

/**
 * The text with its generation written like a known term: "camaro gen 5" as "5th gen camaro", "golf vii gti" as "golf
 * mk7 gti". A generation that no term has is left out: its words are also parts of other names (Genesis).
 */
export function withKnownGeneration(text: string, isTerm: (key: string) => boolean): string {
  const words = wordsOf(text);
  const generation = generationIn(words);
  if (!generation) return romanGeneration(words, isTerm) ?? text;
  const { n, from, to } = generation;
  // A term as it stands, with the word before or after it.
  const around = [words.slice(from - 1, to), words.slice(from, to + 1)];
  if (around.some((part) => part.length > to - from && isTerm(part.join('')))) return text;
  const rest = [...words.slice(0, from), ...words.slice(to)];
  for (let length = Math.min(termWordsMax, rest.length); length > 0; length -= 1)
    for (let at = 0; at + length <= rest.length; at += 1) {
      const name = rest.slice(at, at + length);
      const known = [
        ['gen', `${n}`, ...name],
        [...name, 'gen', `${n}`],
        [nth(n), 'gen', ...name],
        [`mk${n}`, ...name],
      ].find((term) => isTerm(term.join('')));
      if (known) return [...rest.slice(0, at), ...known, ...rest.slice(at + length)].join(' ');
    }
  return rest.length === 0 ? text : rest.join(' ');
}

/** "Golf VII" is a Mk7. Terms that have the numeral themselves ("evo viii") stay. */
function romanGeneration(words: readonly string[], isTerm: (key: string) => boolean): string | null {
  const at = words.findIndex((word, nthWord) => nthWord > 0 && word.length > 1 && romans.includes(word));
  if (at < 1 || isTerm(`${words[at - 1]}${words[at]}`)) return null;
  const mark = `mk${romans.indexOf(words[at] ?? '') + 1}`;
  return isTerm(mark) ? words.with(at, mark).join(' ') : null;
}
