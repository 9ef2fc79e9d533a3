import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { canStep } from '@tuneport/domain/states/machine';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import type { Job } from '../../../platform/jobs/define.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { isAtWork, isStalled, mappingErrors, skippedLinesCsv } from './import-rules.ts';
import type { ImportJob, ImportTable } from './import-work.ts';

type Line = { line: number; reason: string };

/** One kind of table that can be imported: where its imports are stored, its jobs and its audit events. */
type ImportKind<Columns> = {
  table: ImportTable;
  skips: 'vehicle_import_skips' | 'lead_import_skips';
  /** The name of an import in the audit log and of its file. */
  subject: (id: number) => string;
  /** Field errors of a column mapping, besides columns that the file does not have or that are mapped twice. */
  columnErrors: (db: Db, header: readonly string[], columns: Columns) => Promise<Record<string, string[]>>;
  jobs: Record<'check' | 'run', Job<typeof ImportJob>>;
  audit: Record<'upload' | 'check' | 'start' | 'delete', string>;
  /** The report of an import that has not run. */
  noReport: '{}' | null;
  /** The rows named in the report of a check. */
  linesOf: (checkReport: unknown) => readonly Line[];
};

/** The steps of an import after its file was read, the same for every kind of table. */
export function importSteps<Columns extends Partial<Record<string, number>>>(kind: ImportKind<Columns>) {
  const { table, subject } = kind;

  async function lock(db: Db, id: number) {
    const row = await db
      .selectFrom(table)
      .select(['id', 'state', 'header', 'updated_at', 'file_id', 'rows_done'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    return row;
  }

  /** The stored rows are those of the last check or run. */
  const forgetSkips = (db: Db, id: number) => db.deleteFrom(kind.skips).where('import_id', '=', id).execute();

  return {
    async storeFile(db: Db, { files }: Platform, actor: AuditActor, id: number, file: ReceivedFile, rows: number) {
      const stored = await storeFile(db, files, file, { belongsTo: subject(id), uploadedBy: actor.userId });
      await db.updateTable(table).set({ file_id: stored.id }).where('id', '=', id).execute();
      await writeAudit(db, actor, kind.audit.upload, subject(id), { after: { file: file.name, rows } });
    },

    /** Starts a dry run with this column mapping, or restarts one whose process died. */
    async check(db: Db, { jobs }: Platform, actor: AuditActor, id: number, columns: Columns, now: Date): Promise<void> {
      const row = await lock(db, id);
      const again = row.state === 'checking' && isStalled(row, now);
      if (row.file_id === null || !(again || canStep(importMachine, row.state, 'check'))) throw new Refusal('conflict');
      const errors = { ...mappingErrors(row.header, columns), ...(await kind.columnErrors(db, row.header, columns)) };
      if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
      await db
        .updateTable(table)
        .set({
          state: 'checking',
          columns: JSON.stringify(columns),
          rows_done: 0,
          check_report: null,
          report: kind.noReport,
          problem: null,
          finished_at: null,
          updated_at: now,
        })
        .where('id', '=', id)
        .execute();
      await forgetSkips(db, id);
      await jobs.enqueue(db, kind.jobs.check, { import_id: id });
      await writeAudit(db, actor, kind.audit.check, subject(id));
    },

    /** Starts a checked import, or restarts one whose process died; it resumes at the stored position. */
    async start(db: Db, { jobs }: Platform, actor: AuditActor, id: number, now: Date): Promise<void> {
      const row = await lock(db, id);
      const again = row.state === 'running' && isStalled(row, now);
      if (row.file_id === null || !(again || canStep(importMachine, row.state, 'run'))) throw new Refusal('conflict');
      await db
        .updateTable(table)
        .set({ state: 'running', rows_done: again ? row.rows_done : 0, problem: null, updated_at: now })
        .where('id', '=', id)
        .execute();
      if (!again) await forgetSkips(db, id);
      await jobs.enqueue(db, kind.jobs.run, { import_id: id });
      await writeAudit(db, actor, kind.audit.start, subject(id));
    },

    async delete(db: Db, actor: AuditActor, id: number, now: Date): Promise<void> {
      const row = await lock(db, id);
      if (isAtWork(row.state) && !isStalled(row, now)) throw new Refusal('conflict');
      await db.deleteFrom(table).where('id', '=', id).execute();
      // A file without an owner is removed by the cleanup job.
      if (row.file_id)
        await db.updateTable('stored_files').set({ belongs_to: null }).where('id', '=', row.file_id).execute();
      await writeAudit(db, actor, kind.audit.delete, subject(id));
    },

    /** The skipped rows of the last check or run as a CSV file; a check that stored none has those of its report. */
    async skippedCsv(db: Db, id: number): Promise<string> {
      const row = await db.selectFrom(table).select('check_report').where('id', '=', id).executeTakeFirst();
      if (!row) throw new Refusal('not_found');
      const stored = await db
        .selectFrom(kind.skips)
        .select(['line', 'reason'])
        .where('import_id', '=', id)
        .orderBy('line')
        .execute();
      return skippedLinesCsv(stored.length > 0 ? stored : kind.linesOf(row.check_report));
    },
  };
}
