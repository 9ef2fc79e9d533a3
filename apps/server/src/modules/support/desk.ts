import type { SupportHours } from '@tuneport/domain/support/support-hours';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import type { GrantLimits } from '../ledger/index.ts';
import { settingsOf } from '../settings/index.ts';

/** What every use case of support is handed: the transaction, the moment, the hours the house keeps and where it lives. */
export type SupportContext = {
  readonly db: Db;
  readonly now: Date;
  readonly hours: SupportHours;
  /** The address links in mails begin with. */
  readonly origin: string;
  /** What one person may grant alone; approved grants have no limit. */
  readonly limits: GrantLimits | 'approved';
};

type Given = { readonly db: Db; readonly platform: Platform; readonly now: Date };

/** The settings are read over the transaction's own connection. */
export async function supportContextOf({ db, platform, now }: Given): Promise<SupportContext> {
  const settings = await settingsOf({ db, versions: platform.versions });
  return { db, now, hours: settings.support_hours, origin: platform.config.publicOrigin, limits: settings };
}
