import type { Platform } from '../../platform/platform.ts';
import { installersFor, makeEstimate, placeNear } from '../catalog/index.ts';
import { type Buyer, selectionOf } from './price-purchase.ts';

type InstallerQuery = {
  readonly estimate_hash: string;
  readonly near?: string | undefined;
  readonly country?: string | undefined;
};

/** Dealers that could install a selection, whichever installer it was estimated with. */
export async function listInstallers(platform: Platform, { actor, region, now }: Buyer, query: InstallerQuery) {
  const { installer: _, ...input } = await selectionOf(platform, actor, query.estimate_hash);
  const near = placeNear(query.near, query.country);
  const made = await makeEstimate(platform, { actor, region, now, input });
  return {
    near: near && { label: near.label, precision: near.precision },
    data: await installersFor(platform.db, made, near),
  };
}
