import { Readable } from 'node:stream';
import { csvRow } from '@tuneport/domain/api/csv-row';
import type { Db } from '../../platform/db/db.ts';
import { type ActFilter, exportActs } from './queries.ts';

const head = ['at', 'user_id', 'user', 'address', 'act', 'record', 'detail'];

/** UTF-8 CSV, one row per event. */
export function exportAudit(db: Db, filter: Omit<ActFilter, 'page'>): Readable {
  return Readable.from(rows(db, filter));
}

async function* rows(db: Db, filter: Omit<ActFilter, 'page'>): AsyncGenerator<string> {
  yield csvRow(head);
  for await (const event of exportActs(db, filter))
    yield csvRow([
      event.at.toISOString(),
      event.actor_id ?? '',
      event.actor_name ?? (event.actor_id === null ? 'System' : ''),
      event.address ?? '',
      event.act,
      event.subject,
      JSON.stringify(event.detail),
    ]);
}
