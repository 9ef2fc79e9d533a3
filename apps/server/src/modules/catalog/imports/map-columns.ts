import { type ImportColumn, importColumns } from '@tuneport/contract/catalog/catalog-import-admin';
import { folded } from '@tuneport/domain/site/slug';
import { knownNames, type Likely, likelyNames } from './column-names.ts';

export type Column = ImportColumn;
export type ColumnMap = {
  readonly at: Readonly<Partial<Record<Column, number>>>;
  /** Header names with the column they map to. */
  readonly mapped: Readonly<Record<string, Column>>;
  readonly ignored: readonly string[];
  readonly missing: readonly Column[];
  readonly width: number;
};

export const columns: readonly Column[] = importColumns;
export const isColumn = (name: string): name is Column => (columns as readonly string[]).includes(name);
const plain = (name: string) => folded(name).replace(/[^\p{L}\p{N}]/gu, '');

const wordsOf = (name: string): string[] =>
  folded(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Guesses the column mapping. The first column of a name wins, and of several names for the same field the best-known
 * one.
 */
export function mapColumns(header: readonly string[]): ColumnMap {
  const names = header.map(plain);
  const at: Partial<Record<Column, number>> = {};
  const taken = (index: number) => Object.values(at).includes(index);
  for (const column of columns) {
    for (const known of knownNames[column]) {
      const found = names.indexOf(known);
      if (found < 0 || taken(found)) continue;
      at[column] = found;
      break;
    }
  }
  const words = header.map(wordsOf);
  for (const [column, { says, with: beside = /^/, unless }] of Object.entries(likelyNames) as [Column, Likely][]) {
    if (at[column] !== undefined) continue;
    if ((column === 'yearFrom' || column === 'yearTo') && at.year !== undefined) continue;
    const found = words.findIndex(
      (headerText, index) =>
        !taken(index) &&
        headerText.some((word) => says.test(word)) &&
        headerText.some((word) => beside.test(word)) &&
        !headerText.some((word) => unless.test(word)),
    );
    if (found >= 0) at[column] = found;
  }
  // The end of a year range without its start is some other year.
  if (at.yearFrom === undefined) delete at.yearTo;
  return chosenColumns(header, at);
}

/** Applies an explicit column mapping to a header. */
export function chosenColumns(header: readonly string[], at: ColumnMap['at']): ColumnMap {
  const used = new Map(Object.entries(at).map(([column, index]) => [index, column as Column]));
  return {
    at,
    mapped: Object.fromEntries(
      header.flatMap((name, index) => (used.has(index) ? [[name.trim(), used.get(index)]] : [])),
    ) as Record<string, Column>,
    ignored: header.filter((_, index) => !used.has(index)).map((name) => name.trim()),
    missing: columns.filter((column) => at[column] === undefined),
    width: header.length,
  };
}

/** Why a table cannot be imported at all, or null. */
export function tableProblem({ at }: ColumnMap): string | null {
  const missing = [
    at.make === undefined && 'make',
    at.model === undefined && at.family === undefined && 'model',
  ].filter(Boolean);
  if (missing.length === 0) return null;
  return `The file has no column for ${missing.join(' and ')}. Its first row must name the columns, for example: make, model, year, displacement_l, cylinders, fuel, transmission.`;
}
