/** The four quantities of a product at a location. They are only changed by movements. */
const stockQuantities = ['onHand', 'allocated', 'inTransit', 'quarantine'] as const;
type StockQuantity = (typeof stockQuantities)[number];
export type StockLevel = Readonly<Record<StockQuantity, number>>;

type Effect = Readonly<Partial<Record<StockQuantity, 1 | -1>>>;

type MovementKind = {
  readonly label: string;
  readonly who: 'staff' | 'system';
  /** The effect of one piece on the quantities. */
  readonly effect: Effect;
  /** The effect for a piece in bad condition, if different. */
  readonly ifBad?: Effect;
  /** The effect at the other location, if there is one. */
  readonly elsewhere?: Effect;
  /** Debit and credit accounts in the ledger; null if no money moves. */
  readonly money: readonly [string, string] | null;
};

/** Every kind of stock movement. A posted movement is never edited; it is reversed by another. */
export const stockMovements = {
  RECEIVE: { label: 'Goods received', who: 'staff', effect: { onHand: 1 }, money: ['stock', 'payable'] },
  ALLOCATE: { label: 'Reserved for an order', who: 'system', effect: { allocated: 1 }, money: null },
  RELEASE: { label: 'Reservation released', who: 'system', effect: { allocated: -1 }, money: null },
  SALE: {
    label: 'Shipped to a customer',
    who: 'staff',
    effect: { onHand: -1, allocated: -1 },
    money: ['cogs', 'stock'],
  },
  RETURN: {
    label: 'Returned by a customer',
    who: 'staff',
    effect: { onHand: 1 },
    // Goods in bad condition keep their value until they are written off.
    ifBad: { quarantine: 1 },
    money: ['stock', 'cogs'],
  },
  ADJUST: { label: 'Counted', who: 'staff', effect: { onHand: 1 }, money: ['stock', 'difference'] },
  MOVE_OUT: {
    label: 'Sent to another location',
    who: 'staff',
    effect: { onHand: -1 },
    elsewhere: { inTransit: 1 },
    money: null,
  },
  MOVE_IN: {
    label: 'Arrived from another location',
    who: 'staff',
    effect: { onHand: 1, inTransit: -1 },
    money: null,
  },
  RENT_OUT: { label: 'Rented out', who: 'staff', effect: { onHand: -1 }, money: null },
  RENT_IN: {
    label: 'Returned from rental',
    who: 'staff',
    effect: { onHand: 1 },
    ifBad: { quarantine: 1 },
    money: null,
  },
  LOAN_OUT: { label: 'Loaned out', who: 'staff', effect: { onHand: -1 }, money: null },
  LOAN_IN: {
    label: 'Returned from loan',
    who: 'staff',
    effect: { onHand: 1 },
    ifBad: { quarantine: 1 },
    money: null,
  },
  // Has no value until it is inspected and credited, which the trade-in books.
  TRADE_IN: { label: 'Traded in', who: 'staff', effect: { quarantine: 1 }, money: null },
  WRITE_OFF: {
    label: 'Written off',
    who: 'staff',
    effect: { onHand: -1 },
    ifBad: { quarantine: -1 },
    money: ['loss', 'stock'],
  },
} as const satisfies Record<string, MovementKind>;

export type StockMovementKind = keyof typeof stockMovements;
export const stockMovementKinds = Object.keys(stockMovements) as readonly StockMovementKind[];

/** Movements that can be booked manually; the others follow from orders. */
export const bookableKinds = [
  'RECEIVE',
  'ADJUST',
  'RETURN',
  'MOVE_OUT',
  'MOVE_IN',
  'RENT_OUT',
  'RENT_IN',
  'LOAN_OUT',
  'LOAN_IN',
  'TRADE_IN',
  'WRITE_OFF',
] as const satisfies readonly StockMovementKind[];
export type BookableKind = (typeof bookableKinds)[number];

const scaled = (effect: Effect, pieces: number): StockLevel => ({
  onHand: (effect.onHand ?? 0) * pieces,
  allocated: (effect.allocated ?? 0) * pieces,
  inTransit: (effect.inTransit ?? 0) * pieces,
  quarantine: (effect.quarantine ?? 0) * pieces,
});

/** The change of each quantity here and, for a move, at the other location. Only ADJUST accepts a negative number. */
export function stockChange(
  kind: StockMovementKind,
  pieces: number,
  condition: 'good' | 'bad' = 'good',
): { readonly here: StockLevel; readonly elsewhere: StockLevel | null } {
  if (!Number.isInteger(pieces) || pieces === 0) throw new RangeError('a movement moves whole pieces');
  if (pieces < 0 && kind !== 'ADJUST') throw new RangeError(`${kind} needs a positive quantity`);
  const row: MovementKind = stockMovements[kind];
  const effect = condition === 'bad' ? (row.ifBad ?? row.effect) : row.effect;
  return { here: scaled(effect, pieces), elsewhere: row.elsewhere ? scaled(row.elsewhere, pieces) : null };
}

export const sumOf = (a: StockLevel, b: StockLevel): StockLevel => ({
  onHand: a.onHand + b.onHand,
  allocated: a.allocated + b.allocated,
  inTransit: a.inTransit + b.inTransit,
  quarantine: a.quarantine + b.quarantine,
});

/** The quantity that can still be sold. */
export const sellable = (level: Pick<StockLevel, 'onHand' | 'allocated'> & { readonly reserve: number }): number =>
  Math.max(0, level.onHand - level.allocated - level.reserve);

/** Why a stock level is invalid; null if it is valid. */
export function levelProblem(level: StockLevel): 'below-zero' | 'oversold' | null {
  if (stockQuantities.some((quantity) => level[quantity] < 0)) return 'below-zero';
  return level.allocated > level.onHand ? 'oversold' : null;
}

export const availabilities = ['available', 'few', 'back-order', 'sold-out', 'digital'] as const;
/** The stock status on store pages. Exact counts are not shown because they are outdated immediately. */
type Availability = { readonly state: (typeof availabilities)[number]; readonly month: string | null };

const fewMax = 3;

export function availabilityOf(
  product: {
    readonly isDigital: boolean;
    readonly tracksStock: boolean;
    readonly backOrders: boolean;
    readonly shortageSwitch: string | null;
  },
  free: number,
  shortages: Readonly<Record<string, string | null | undefined>>,
): Availability {
  if (product.isDigital) return { state: 'digital', month: null };
  // A shortage set by the operator overrides the count: remaining stock is reserved for waiting orders.
  if (product.shortageSwitch !== null && Object.hasOwn(shortages, product.shortageSwitch))
    return { state: 'back-order', month: shortages[product.shortageSwitch] ?? null };
  if (!product.tracksStock || free > fewMax) return { state: 'available', month: null };
  if (free > 0) return { state: 'few', month: null };
  return { state: product.backOrders ? 'back-order' : 'sold-out', month: null };
}
