/** The error detail of `allocate_stock`: which products are short and how many are available. */
type LackingLine = {
  readonly slug: string;
  readonly product_id: number;
  readonly wanted: number;
  readonly available: number;
};

const outOfStockState = 'TP001';

/** The lines that could not be allocated; null for any other error. */
export function lackingLines(error: unknown): readonly LackingLine[] | null {
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  return code === outOfStockState && typeof detail === 'string' ? (JSON.parse(detail) as LackingLine[]) : null;
}
