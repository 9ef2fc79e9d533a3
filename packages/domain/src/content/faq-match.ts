import { folded } from '../site/slug.ts';

const isWord = (word: string) => word.length >= 4;
const wordsOf = (text: string) =>
  new Set(
    folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(isWord),
  );

/**
 * The entries that share the most words with a text, best first; none if nothing matches. Words in many entries count
 * less: they say little about what is asked.
 */
export function bestMatches<Entry>(
  text: string,
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  max = 3,
): Entry[] {
  const asked = wordsOf(text);
  if (asked.size === 0) return [];
  const known = entries.map((entry) => ({ entry, words: wordsOf(textOf(entry)) }));
  const weight = (word: string) => 1 / known.filter(({ words }) => words.has(word)).length;
  return known
    .map(({ entry, words }) => ({
      entry,
      score: [...asked].filter((word) => words.has(word)).reduce((sum, word) => sum + weight(word), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ entry }) => entry);
}
