/**
 * Named places where a process may die. Empty in the product; tests put a function here that throws, and see what is left behind.
 */
export type Point =
  | 'prepared'
  | 'asked'
  | 'settling'
  | 'settled'
  | 'refund-prepared'
  | 'refund-asked'
  | 'refund-settling'
  | 'event-kept';

export const points: { reach?: (point: Point) => void | Promise<void> } = {};

export async function at(point: Point): Promise<void> {
  await points.reach?.(point);
}
