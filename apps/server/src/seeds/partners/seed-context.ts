import type { SignedInActor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';

export type SeedContext = {
  readonly platform: Platform;
  readonly clock: { now: Date };
  readonly now: Date;
  readonly people: Readonly<Record<'admin' | 'superAdmin' | 'dealer' | 'affiliate' | 'buyer', SignedInActor>>;
};

export const dayMs = 86_400_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
