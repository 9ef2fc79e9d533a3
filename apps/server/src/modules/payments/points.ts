/** Crash points. Empty in production; tests inject a function that throws, then check what is left behind. */
export type Point =
  | 'prepared'
  | 'asked'
  | 'settling'
  | 'settled'
  | 'refund-prepared'
  | 'refund-asked'
  | 'refund-settling'
  | 'void-asked'
  | 'event-kept';

export const points: { reach?: (point: Point) => void | Promise<void> } = {};

export async function at(point: Point): Promise<void> {
  await points.reach?.(point);
}
