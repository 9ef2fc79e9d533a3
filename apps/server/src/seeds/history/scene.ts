import type { Platform } from '../../platform/platform.ts';
import type { Cast } from './cast.ts';
import { platformAt } from './history-clock.ts';

/** Where a stream of history takes place. Each stream has its own clock. */
export type Scene = { platform: Platform; clock: { now: Date }; now: Date; seed: number; cast: Cast };

export function sceneOf(platform: Platform, now: Date, seed: number, cast: Cast): Scene {
  const clock = { now };
  return { platform: platformAt(platform, clock), clock, now, seed, cast };
}
