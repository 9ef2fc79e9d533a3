import type { SupportHours } from '@tuneport/domain/support/support-hours';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import type { GrantLimits } from '../ledger/index.ts';
import { settingsOf } from '../settings/index.ts';

/** Context of every support use case: the transaction, the time, the support hours and the site's origin. */
export type SupportContext = {
  readonly db: Db;
  readonly now: Date;
  readonly hours: SupportHours;
  /** Origin of links in mails. */
  readonly origin: string;
  /** The limits for grants without approval; approved grants have none. */
  readonly limits: GrantLimits | 'approved';
};

type Source = { readonly db: Db; readonly platform: Pick<Platform, 'config' | 'versions'>; readonly now: Date };

/** Reads the settings over the transaction's connection. */
export async function supportContextOf({ db, platform, now }: Source): Promise<SupportContext> {
  const settings = await settingsOf({ db, versions: platform.versions });
  return { db, now, hours: settings.support_hours, origin: platform.config.publicOrigin, limits: settings };
}
