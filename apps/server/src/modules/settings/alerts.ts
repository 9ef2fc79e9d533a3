import type { AlertChange, NewAlert } from '@tuneport/contract/settings/settings-admin';
import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { z } from 'zod';
import type { AuditActor } from '../../platform/actor.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { alertById, insertAlert, removeAlert, storeAlert } from './notice-queries.ts';
import type { AlertRow } from './present.ts';

export async function findAlert(db: Db, id: number): Promise<AlertRow> {
  const alert = await alertById(db, id);
  if (!alert) throw new Refusal('not_found');
  return alert;
}

export async function createAlert(
  db: Db,
  actor: AuditActor,
  input: z.output<typeof NewAlert>,
  now: Date,
): Promise<AlertRow> {
  const { start = now, end, ...rest } = input;
  requireOrder(start, end);
  const alert = await insertAlert(db, {
    ...rest,
    starts_at: start,
    ends_at: end,
    updated_at: nextUpdatedAt(null, now),
  });
  await writeAudit(db, actor, 'alerts.create', `alert:${alert.id}`, { after: audited(alert) });
  await bumpArea(db, 'settings');
  return alert;
}

export async function updateAlert(
  db: Db,
  actor: AuditActor,
  id: number,
  change: z.output<typeof AlertChange>,
  now: Date,
): Promise<AlertRow> {
  const before = await alertById(db, id, 'lock');
  if (!before) throw new Refusal('not_found');
  const starts_at = change.start ?? before.starts_at;
  const ends_at = change.end === undefined ? before.ends_at : change.end;
  requireOrder(starts_at, ends_at);
  const alert = await storeAlert(db, id, {
    text: change.text ?? before.text,
    level: change.level ?? before.level,
    audience: change.audience ?? before.audience,
    starts_at,
    ends_at,
    updated_at: nextUpdatedAt(before.updated_at, now),
  });
  await writeAudit(db, actor, 'alerts.update', `alert:${id}`, { before: audited(before), after: audited(alert) });
  await bumpArea(db, 'settings');
  return alert;
}

export async function deleteAlert(db: Db, actor: AuditActor, id: number): Promise<void> {
  const alert = await removeAlert(db, id);
  if (!alert) throw new Refusal('not_found');
  await writeAudit(db, actor, 'alerts.delete', `alert:${id}`, { before: audited(alert) });
  await bumpArea(db, 'settings');
}

function requireOrder(start: Date, end: Date | null): void {
  if (end !== null && end <= start) throw fieldRefusal({ end: ['The end must be after the start.'] });
}

const audited = ({ text, level, audience, starts_at, ends_at }: AlertRow) => ({
  text,
  level,
  audience,
  starts_at,
  ends_at,
});
