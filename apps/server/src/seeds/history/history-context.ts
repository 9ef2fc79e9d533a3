import type { Platform } from '../../platform/platform.ts';
import { type DatedPlatform, datedPlatform } from './history-clock.ts';
import type { People } from './people.ts';

/** What a stream of the demo history needs. Each stream has its own clock. */
export type HistoryContext = DatedPlatform & { now: Date; seed: number; people: People };

export function historyContext(platform: Platform, now: Date, seed: number, people: People): HistoryContext {
  return { ...datedPlatform(platform, now), now, seed, people };
}
