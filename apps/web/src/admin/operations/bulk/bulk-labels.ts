import type { CallReply } from '@tuneport/contract/index';
import { type BulkActionName, bulkListLabels } from '@tuneport/domain/operations/bulk-runs';
import { capitalized } from '@tuneport/domain/text/capitalized';
import { grouped } from '../../../ui/list/list-state.ts';

export type BulkRun = CallReply<'GET /v1/admin/bulk-runs'>['data'][number];

const actionLabels: Readonly<Record<BulkActionName, string>> = { edit: 'Edit', delete: 'Delete' };

/** "Edit 312 tunes" */
export const runTitle = (run: BulkRun) =>
  `${actionLabels[run.action]} ${grouped(run.total)} ${bulkListLabels[run.list]}`;

/** "308 changed, 4 refused" */
export function resultText(run: BulkRun): string {
  const unchanged = run.processed - run.changed - run.refused;
  const left = run.state === 'running' ? 0 : run.total - run.processed;
  return [
    `${grouped(run.changed)} ${run.action === 'delete' ? 'deleted' : 'changed'}`,
    ...(unchanged > 0 ? [`${grouped(unchanged)} already had this value`] : []),
    ...(run.refused > 0 ? [`${grouped(run.refused)} refused`] : []),
    ...(left > 0 ? [`${grouped(left)} not tried`] : []),
  ].join(', ');
}

/** Filters or changed fields of a run: "Owner: none, Expected close date: 2026-03-01". */
export const valuesText = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${fieldLabel(name)}: ${valueText(value)}`)
    .join(', ');

/** "stageId" and "stage_id" are "Stage". */
function fieldLabel(name: string): string {
  if (name === 'user') return 'Owner';
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return capitalized(words.replace(/ id$/, ''));
}

function valueText(value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
