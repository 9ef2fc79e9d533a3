import type { Platform } from '../../platform/platform.ts';
import type { Cast } from './cast.ts';
import { type DatedPlatform, datedPlatform } from './history-clock.ts';

/** Where a stream of history takes place. Each stream has its own clock. */
export type Scene = DatedPlatform & { now: Date; seed: number; cast: Cast };

export function sceneOf(platform: Platform, now: Date, seed: number, cast: Cast): Scene {
  return { ...datedPlatform(platform, now), now, seed, cast };
}
