import type { EarningParty } from '@tuneport/domain/ledger/earnings';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

// Sales belong to higher areas. Each registers at startup when a share of its sales is final and how the sales are
// labelled.

export type EarningSubject = {
  /** Other subjects in the ledger for the same sale, such as the part paid from an account. */
  readonly also?: readonly string[];
  /**
   * SQL for when a sale was delivered, or is expected to be; null if that is not known yet. The hold starts then. Without
   * it shares are booked at delivery, and the hold starts with the posting.
   */
  readonly deliveredAt?: (id: RawBuilder<unknown>) => RawBuilder<Date | null>;
  /** Locks the sale against concurrent refunds and returns whether it was delivered and is undisputed. */
  ripe(db: Db, id: number): Promise<boolean>;
  /** Labels of the sales for the partners who earn from them. */
  describe(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, SaleLabels>>;
};
export type SaleLabels = {
  readonly number: string;
  readonly title: string;
  /** Why each kind of party earns from it. */
  readonly rules?: Readonly<Partial<Record<EarningParty, string>>>;
};

const known = new Map<string, EarningSubject>();

/** Called once where the areas are registered. */
export function registerEarningSubjects(subjects: Readonly<Record<string, EarningSubject>>): void {
  for (const [kind, subject] of Object.entries(subjects)) known.set(kind, subject);
}

export const earningSubject = (sale: string): { readonly of: EarningSubject; readonly id: number } | null => {
  const [kind = '', id = ''] = sale.split(':');
  const of = known.get(kind);
  return of && /^[1-9]\d*$/.test(id) ? { of, id: Number(id) } : null;
};

/** Maps every alias of a sale to its canonical name. */
export const saleNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...known].flatMap(([kind, { also = [] }]) => also.map((other) => [other, kind])));

/**
 * SQL for the end of the hold of a sale, from the end of its postings' hold and its days. Null if the sale waits for a
 * delivery.
 */
export function holdEnd(
  sale: RawBuilder<unknown>,
  posted: RawBuilder<unknown>,
  days: RawBuilder<unknown>,
): RawBuilder<Date | null> {
  const id = sql`split_part(${sale}, ':', 2)::integer`;
  const cases = [...known].flatMap(([kind, { deliveredAt }]) =>
    // `greatest` ignores nulls.
    deliveredAt
      ? [
          sql`when ${kind} then (select greatest(x.at, ${posted}) from (
            select ${deliveredAt(id)} + make_interval(days => ${days}) as at) x where x.at is not null)`,
        ]
      : [],
  );
  return cases.length === 0
    ? sql`${posted}`
    : sql`case split_part(${sale}, ':', 1) ${sql.join(cases, sql` `)} else ${posted} end`;
}

/** The subjects of all transfers about one sale. */
export function subjectsOfSale(sale: string): string[] {
  const found = earningSubject(sale);
  return found ? [sale, ...(found.of.also ?? []).map((kind) => `${kind}:${found.id}`)] : [sale];
}

/** Labels for many sales in one call; a sale without a label keeps its ledger name. */
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
