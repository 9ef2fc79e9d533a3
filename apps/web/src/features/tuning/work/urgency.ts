import { hourMs } from '@tuneport/domain/units/durations';

/** How close a request is to its promise time: past it, within a working day, or with time left. */
export function urgencyOf(promisedAt: string | null, nowMs: number): 'late' | 'soon' | 'calm' {
  if (promisedAt === null) return 'calm';
  const leftMs = Date.parse(promisedAt) - nowMs;
  if (leftMs < 0) return 'late';
  return leftMs < 8 * hourMs ? 'soon' : 'calm';
}
