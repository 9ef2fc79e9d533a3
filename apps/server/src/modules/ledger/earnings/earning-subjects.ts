import type { Db } from '../../../platform/db/db.ts';

// What is sold belongs to areas above this one. Each says at start when a share of its sales is earned for good, and how people call them.

export type EarningSubject = {
  /** Other names in the ledger for the same sale, such as the part of it that an account paid. */
  readonly also?: readonly string[];
  /** Locks the sale, so that it is not refunded meanwhile, and says whether it was delivered and nobody disputes it. */
  ripe(db: Db, id: number): Promise<boolean>;
  /** How the sales are called, for the people who earn by them. */
  describe(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, SaleLabels>>;
};
export type SaleLabels = { readonly number: string; readonly title: string };

const known = new Map<string, EarningSubject>();

/** Called once where the areas are listed. */
export function registerEarningSubjects(subjects: Readonly<Record<string, EarningSubject>>): void {
  for (const [kind, subject] of Object.entries(subjects)) known.set(kind, subject);
}

export const earningSubject = (sale: string): { readonly of: EarningSubject; readonly id: number } | null => {
  const [kind = '', id = ''] = sale.split(':');
  const of = known.get(kind);
  return of && /^[1-9]\d*$/.test(id) ? { of, id: Number(id) } : null;
};

/** Every other name of a sale, with the one it is known by. */
export const saleNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...known].flatMap(([kind, { also = [] }]) => also.map((other) => [other, kind])));

/** The subjects of all transfers about one sale. */
export function subjectsOfSale(sale: string): string[] {
  const found = earningSubject(sale);
  return found ? [sale, ...(found.of.also ?? []).map((kind) => `${kind}:${found.id}`)] : [sale];
}

/** Words for many sales at once; one that nobody describes is called as the ledger calls it. */
export async function describeSales(db: Db, sales: readonly string[]): Promise<(sale: string) => SaleLabels> {
  const ids = new Map<EarningSubject, number[]>();
  for (const sale of new Set(sales)) {
    const found = earningSubject(sale);
    if (found) ids.set(found.of, [...(ids.get(found.of) ?? []), found.id]);
  }
  const words = new Map<EarningSubject, ReadonlyMap<number, SaleLabels>>();
  for (const [of, wanted] of ids) words.set(of, await of.describe(db, wanted));
  return (sale) => {
    const found = earningSubject(sale);
    return (found && words.get(found.of)?.get(found.id)) ?? { number: sale, title: '' };
  };
}
