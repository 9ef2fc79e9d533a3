import { t } from '@tuneport/domain/text/text';
import type { Make, Model, Year } from '../catalog-types.ts';

type LetterGroup = { readonly letter: string; readonly entries: readonly Make[] };

/** By first letter without accents; names that start with a non-letter are first, under 0–9. */
export function byLetter(makes: readonly Make[]): LetterGroup[] {
  const groups = new Map<string, Make[]>();
  for (const make of makes) {
    const first = make.name.normalize('NFKD').charAt(0).toUpperCase();
    const letter = /[A-Z]/.test(first) ? first : '0–9';
    const group = groups.get(letter);
    if (group) group.push(make);
    else groups.set(letter, [make]);
  }
  return [...groups]
    .map(([letter, entries]) => ({ letter, entries }))
    .sort((a, b) => (a.letter < b.letter ? -1 : a.letter > b.letter ? 1 : 0));
}

type DecadeGroup = { readonly title: string; readonly entries: readonly Year[] };

/** Newest first as received, grouped by decade; Series last. */
export function byDecade(years: readonly Year[]): DecadeGroup[] {
  const groups = new Map<string, Year[]>();
  const allYears = t('All years');
  for (const year of years) {
    const title =
      year.slug === 'Series' ? allYears : t('{decade}s', { decade: `${Math.floor(Number(year.slug) / 10)}0` });
    const group = groups.get(title);
    if (group) group.push(year);
    else groups.set(title, [year]);
  }
  const all = [...groups].map(([title, entries]) => ({ title, entries }));
  return [...all.filter((group) => group.title !== allYears), ...all.filter((group) => group.title === allYears)];
}

type FamilyGroup = { readonly family: string; readonly models: readonly Model[] };

/** Models grouped by family, in the order received. */
export function byFamily(models: readonly Model[]): FamilyGroup[] {
  const groups = new Map<string, Model[]>();
  for (const model of models) {
    const family = model.family || model.name;
    const group = groups.get(family);
    if (group) group.push(model);
    else groups.set(family, [model]);
  }
  return [...groups].map(([family, list]) => ({ family, models: list }));
}

/** Families and models that contain every word of the filter. */
export function filterModels(models: readonly Model[], filter: string): readonly Model[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return models;
  return models.filter((model) => {
    const text = `${model.family} ${model.name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
