import { switchShapes } from '@tuneport/contract/settings/settings-admin';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { SettingsNow } from './known-settings.ts';
import { updateSettings } from './update-settings.ts';

/** Sets one of the four shortage switches; an invalid value is rejected, and an unknown name is not found. */
export async function setSwitch(db: Db, actor: Actor, name: string, value: boolean | string | null, now: Date) {
  if (!Object.hasOwn(switchShapes, name)) throw new Refusal('not_found');
  const known = name as keyof typeof switchShapes;
  const read = switchShapes[known].safeParse(value);
  if (!read.success) throw fieldRefusal({ value: read.error.issues.map(({ message }) => message) });
  const { values } = await updateSettings(db, actor, { [known]: read.data } as Partial<SettingsNow>, null, now);
  return { name, value: values[known] };
}
