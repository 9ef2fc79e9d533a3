import { isDeepStrictEqual } from 'node:util';
import type { SettingName } from '@tuneport/contract/settings/setting-shapes';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { AuditActor } from '../../platform/actor.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { conversionRate } from './conversion-rate.ts';
import { knownSettings, type SettingsNow, settingNames } from './known-settings.ts';
import { presentSettings } from './present.ts';
import { lockSettings, storeSetting } from './queries.ts';
import { readSettings, type StoredSettings } from './read-settings.ts';

/** Stores changed values. `readAt` is null for the command line and demo data, which have no earlier read. */
export async function updateSettings(
  db: Db,
  actor: AuditActor,
  change: Partial<SettingsNow>,
  readAt: Date | null,
  now: Date,
  writable: readonly SettingName[] = settingNames,
): Promise<StoredSettings> {
  await lockSettings(db);
  const before = await readSettings(db);
  if (readAt && isStale(before.updatedAt, readAt)) {
    throw new Refusal('stale_record', { current: presentSettings(before) });
  }
  const values = { ...before.values, ...change };
  requireFit(values);
  const changed = settingNames.filter((name) => !isDeepStrictEqual(values[name], before.values[name]));
  if (changed.length === 0) return before;
  const locked = changed.filter((name) => !writable.includes(name));
  if (locked.length > 0)
    throw new Refusal('forbidden', {
      message: `Only a SuperAdmin can change this: ${locked.map((name) => knownSettings[name].label).join(', ')}. Nothing was saved.`,
    });

  const updatedAt = nextUpdatedAt(before.updatedAt, now);
  for (const name of changed) {
    await storeSetting(db, name, values[name], updatedAt);
    await writeAudit(db, actor, 'settings.update', `setting:${name}`, {
      before: before.values[name],
      after: values[name],
    });
  }
  await bumpArea(db, 'settings');
  return { values, updatedAt };
}

/** Validation across settings. */
function requireFit(values: SettingsNow): void {
  const errors: Record<string, string[]> = {};
  const { conversion_rates: rates, currencies, default_currency } = values;
  const without = currencies.filter((currency) => !conversionRate(rates, currency, rates.base));
  if (without.length > 0) {
    errors.conversion_rates = [`Every store currency needs a conversion rate: ${without.join(', ')}.`];
  }
  if (default_currency !== null && !currencies.includes(default_currency)) {
    errors.default_currency = ['The default currency must be a store currency.'];
  }
  if (values.recaptcha_enabled && values.recaptcha_site_key === null) {
    errors.recaptcha_site_key = ['Add a site key before you protect forms.'];
  }
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
}
