import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import type { SheetReport } from '@tuneport/contract/catalog/catalog-sheet-admin';
import { type SheetState, sheetMachine } from '@tuneport/domain/catalog/sheet-steps';
import { may } from '@tuneport/domain/identity/permissions';
import { canStep } from '@tuneport/domain/states/machine';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { examineTable, TableError } from '../imports/read-table.ts';
import { recordCharactersMax } from './compare-sheet.ts';
import { releaseFiles } from './release-files.ts';
import { compareSheetJob, storeSheetJob } from './sheet-jobs.ts';

const subject = (id: number) => `catalog-sheet:${id}`;

/** Tools require the settings permission, in a sheet as on their page. */
function requireRight(actor: Actor, kind: string): void {
  if (kind === 'tools' && !may(actor, 'catalog.settings')) throw new Refusal('forbidden');
}

export async function findSheet(db: Db, id: number) {
  const row = await db
    .selectFrom('catalog_sheets')
    .select(['id', 'kind', 'file_name', 'state', 'rows_done', 'rows_total', 'report', 'problem', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return {
    ...row,
    kind: row.kind as RecordKindName,
    state: row.state as SheetState,
    report: row.report as SheetReport | null,
  };
}

/** Stores the file and starts the comparison; a file that is not a table is rejected immediately. */
export async function sendSheet(
  db: Db,
  { files: store, jobs }: Platform,
  actor: Actor,
  kind: RecordKindName,
  files: readonly ReceivedFile[],
): Promise<number> {
  requireRight(actor, kind);
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a CSV file.'] });
  const rows_total = await countLines(file.path);
  await forgetEarlier(db, actor, kind);
  const { id } = await db
    .insertInto('catalog_sheets')
    .values({ kind, file_name: file.name, rows_total, started_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stored = await storeFile(db, store, file, { belongsTo: subject(id), uploadedBy: actor.userId });
  await db.updateTable('catalog_sheets').set({ file_id: stored.id }).where('id', '=', id).execute();
  await jobs.enqueue(db, compareSheetJob, { sheet_id: id });
  return id;
}

/** Sending a sheet of the same kind again discards the user's earlier comparison. */
async function forgetEarlier(db: Db, { userId }: Actor, kind: RecordKindName): Promise<void> {
  const discarded = await db
    .deleteFrom('catalog_sheets')
    .where('started_by', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'checked')
    .returning('file_id')
    .execute();
  await releaseFiles(
    db,
    discarded.flatMap(({ file_id }) => (file_id === null ? [] : [file_id])),
  );
}

async function countLines(path: string): Promise<number> {
  try {
    return (await examineTable(path, recordCharactersMax)).records;
  } catch (error) {
    if (error instanceof TableError) throw fieldRefusal({ file: [error.message] });
    throw error;
  }
}

/** Only a checked sheet without rejected lines is stored. */
export async function startSheet(db: Db, { jobs }: Platform, actor: Actor, id: number, now: Date): Promise<void> {
  const row = await db
    .selectFrom('catalog_sheets')
    .select(['kind', 'state', 'report', 'file_name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  requireRight(actor, row.kind);
  if (!canStep(sheetMachine, row.state, 'run')) throw new Refusal('conflict');
  const { rows } = row.report as SheetReport;
  if (rows.refused > 0 || rows.new + rows.changed === 0) throw new Refusal('conflict');
  await db
    .updateTable('catalog_sheets')
    .set({ state: 'running', rows_done: 0, started_by: actor.userId, updated_at: now })
    .where('id', '=', id)
    .execute();
  await jobs.enqueue(db, storeSheetJob, { sheet_id: id });
  await writeAudit(db, actor, 'catalog.store-sheet', subject(id), {
    after: { kind: row.kind, file: row.file_name, new: rows.new, changed: rows.changed },
  });
}
