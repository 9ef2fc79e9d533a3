/** What `allocate_stock` tells when it refuses: which products, and how many of each there are. */
export type LackingLine = {
  readonly slug: string;
  readonly product_id: number;
  readonly wanted: number;
  readonly available: number;
};

const outOfStockState = 'TP001';

/** The lines an order could not have; null when the error is about something else. */
export function lackingLines(error: unknown): readonly LackingLine[] | null {
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  return code === outOfStockState && typeof detail === 'string' ? (JSON.parse(detail) as LackingLine[]) : null;
}
