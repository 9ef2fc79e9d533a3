import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Leg } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, roundedQuotient, toWire } from '@tuneport/domain/money/money';
import { type StockMovementKind, stockMovements } from '@tuneport/domain/store/stock';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { postTransfer } from '../../ledger/index.ts';

export type CostedMovement = {
  readonly id: bigint;
  readonly kind: string;
  readonly product_id: number;
  readonly cost_minor: bigint;
  readonly cost_currency: string | null;
};

type StockValue = {
  readonly pieces: bigint;
  /** Pieces whose cost is known; only these have an average. */
  readonly known: bigint;
  readonly worth: bigint;
  readonly currency: Currency | null;
};

/** The owned pieces of a product at all locations, and their value. */
export async function stockValue(db: Db, productId: number): Promise<StockValue> {
  const { rows } = await sql<StockValue>`select pieces, known, worth, currency from stock_value(${productId})`.execute(
    db,
  );
  return rows[0] as StockValue;
}

export const presentValue = ({ pieces, known, worth, currency }: StockValue) => ({
  pieces: Number(pieces),
  unknown: Number(pieces > known ? pieces - known : 0n),
  worth: currency === null || (known === 0n && pieces > 0n) ? null : toWire(money(worth, currency)),
  average: currency === null || known <= 0n ? null : toWire(money(roundedQuotient(worth, known), currency)),
});

type Text = { memo: string; actorId: number | null; now: Date };

/**
 * Posts the cost of goods between stock and the account for the kind of movement. Posts nothing if the cost is unknown.
 */
export async function postCost(db: Db, movement: CostedMovement, text: Text): Promise<void> {
  const legs = costLegs(movement);
  if (legs.length === 0) return;
  await postTransfer(db, {
    key: `stock:${movement.id}`,
    kind: 'store.stock',
    subject: `product:${movement.product_id}`,
    at: text.now,
    actorId: text.actorId,
    memo: text.memo,
    legs,
  });
}

function costLegs({ kind, cost_minor, cost_currency }: CostedMovement): Leg[] {
  const pair: readonly [string, string] | null = stockMovements[kind as StockMovementKind].money;
  if (pair === null || cost_currency === null || cost_minor === 0n) return [];
  const other = pair.find((account) => account !== 'stock') as 'payable' | 'cogs' | 'difference' | 'loss';
  const currency = cost_currency as Currency;
  return [
    { account: platformAccount('stock', currency), amountMinor: cost_minor },
    { account: platformAccount(other, currency), amountMinor: -cost_minor },
  ];
}

/** Posts the cost of an order's shipped goods; earlier parcels are already posted. */
export async function postSold(db: Db, orderId: number, actorId: number | null, now: Date): Promise<void> {
  const sold = await db
    .selectFrom('stock_movements')
    .select(['id', 'kind', 'product_id', 'cost_minor', 'cost_currency'])
    .where('reference', '=', `order:${orderId}`)
    .where('kind', '=', 'SALE')
    .where('cost_minor', '<>', 0n)
    .where(sql<boolean>`not exists (select from ledger_transfers t where t.key = 'stock:' || stock_movements.id)`)
    .orderBy('id')
    .execute();
  for (const movement of sold) await postCost(db, movement, { memo: `Order ${orderId}`, actorId, now });
}
