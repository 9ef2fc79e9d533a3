import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { readTable, TableError } from '../../catalog/index.ts';
import { customFieldsOf } from '../fields/custom-values.ts';
import { type ContactColumns, columnsProblem, phoneKey, type ReadContact, readContact } from './read-contact.ts';
import { contactStore, type Outcome } from './store-contacts.ts';

export type ContactImportReport = {
  rows: { read: number; new: number; changed: number; unchanged: number; skipped: number };
  warnings: number;
  by_reason: Record<string, number>;
  lines: { line: number; reason: string }[];
};
type Line = { line: number; reason: string };

const batchRows = 500;
const linesShownMax = 200;

const emptyReport = (): ContactImportReport => ({
  rows: { read: 0, new: 0, changed: 0, unchanged: 0, skipped: 0 },
  warnings: 0,
  by_reason: {},
  lines: [],
});

type Input = {
  path: string;
  columns: ContactColumns;
  /** Who owns contacts without an owner in the file. */
  ownerId: number | null;
  now: Date;
  onProgress: (done: number) => void;
  /** Where a run that was killed resumes. */
  resume?: { rowsDone: number; report: ContactImportReport | null };
  /** Stores the skipped rows and warnings of a batch of a dry run. */
  onLines?: (lines: readonly Line[]) => Promise<void>;
  /** Commits a batch together with its place; without it nothing is written. */
  commit?: (db: Db, done: number, report: ContactImportReport, lines: readonly Line[]) => Promise<void>;
};

/**
 * Reads a table of contacts in batches. An address that a contact already has adds to that contact what it lacks; a
 * contact that occurs twice in the file is imported once. A dry run decides the same way and writes nothing.
 */
export async function importContacts(db: Db, input: Input): Promise<ContactImportReport> {
  const problem = columnsProblem(input.columns);
  if (problem) throw new TableError(problem);
  const report = input.resume?.report ?? emptyReport();
  const rowsBefore = input.resume?.rowsDone ?? 0;
  const seen = new Map<string, number>();
  const fields = await customFieldsOf(db, 'contact');
  const store = contactStore(input.ownerId, input.now);
  let [header, done] = [true, 0];
  let batch = emptyBatch();
  const flush = async () => {
    const work = async (tx: Db) => {
      const outcomes = await store(tx, batch.contacts, input.commit !== undefined, (line, reason) => {
        batch.lines.push({ line, reason });
        report.warnings += 1;
      });
      addToReport(report, batch, outcomes);
      await input.commit?.(tx, done + batch.rows, report, batch.lines);
    };
    if (input.commit) await db.transaction().execute(work);
    else {
      await work(db);
      await input.onLines?.(batch.lines);
    }
    done += batch.rows;
    batch = emptyBatch();
    input.onProgress(done);
  };
  for await (const { line, cells } of readTable(input.path)) {
    if (header) {
      header = false;
      continue;
    }
    const contact = readContact(line, cells, input.columns, fields);
    const keys = typeof contact === 'string' ? [] : identityOf(contact);
    const first = keys.map((one) => seen.get(one)).find((one) => one !== undefined);
    for (const one of keys) seen.set(one, first ?? line);
    // Rows of an earlier run are read again only for the addresses they used.
    if (done < rowsBefore) {
      done += 1;
      continue;
    }
    batch.rows += 1;
    if (typeof contact === 'string' || first !== undefined) {
      batch.skipped += 1;
      batch.lines.push({
        line,
        reason: typeof contact === 'string' ? contact : `Same contact as line ${first}`,
      });
    } else {
      batch.contacts.push(contact);
      for (const reason of contact.warnings) batch.lines.push({ line, reason });
      report.warnings += contact.warnings.length;
    }
    if (batch.rows >= batchRows) await flush();
  }
  if (batch.rows > 0) await flush();
  return report;
}

/** What tells that two rows are one contact: an address, or without one the name with phone and organization. */
const identityOf = ({ emails, name, phones, organization }: ReadContact): readonly string[] =>
  emails.length > 0 ? emails : [JSON.stringify([name, phones.map(phoneKey).sort(), organization]).toLowerCase()];

const emptyBatch = () => ({ rows: 0, contacts: [] as ReadContact[], lines: [] as Line[], skipped: 0 });

function addToReport(
  report: ContactImportReport,
  { rows, skipped, lines }: ReturnType<typeof emptyBatch>,
  outcomes: readonly Outcome[],
): void {
  for (const outcome of outcomes) report.rows[outcome] += 1;
  report.rows.read += rows;
  report.rows.skipped += skipped;
  for (const one of lines) {
    // Reasons that differ only in a quoted text, which may contain quotes, or a number are counted together.
    const kind = one.reason.replace(/".*"|\d+/gs, '…');
    report.by_reason[kind] = (report.by_reason[kind] ?? 0) + 1;
    if (report.lines.length < linesShownMax) report.lines.push(one);
  }
}

/** Stores the place of a batch and its reasons. Two runs of one import would write every batch twice: the later stops. */
export async function savePlace(
  db: Db,
  importId: number,
  before: number,
  done: number,
  report: ContactImportReport,
  lines: readonly Line[],
): Promise<void> {
  const moved = await db
    .updateTable('lead_imports')
    .set({ rows_done: done, report: JSON.stringify(report), updated_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .where('rows_done', '=', before)
    .returning('id')
    .executeTakeFirst();
  if (!moved) throw new TableError('Another process is already importing this file. Nothing was imported twice.');
  await storeLines(db, importId, lines);
}

/** Stores every skipped row and warning: the report file is complete. A batch of a dry run may be stored again. */
export async function storeLines(db: Db, importId: number, lines: readonly Line[]): Promise<void> {
  const rows = onePerLine(lines).map((one) => ({ ...one, import_id: importId }));
  if (rows.length > 0)
    await db
      .insertInto('lead_import_skips')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function onePerLine(lines: readonly Line[]): Line[] {
  const byLine = new Map<number, string[]>();
  for (const { line, reason } of lines) byLine.set(line, [...(byLine.get(line) ?? []), reason]);
  return [...byLine].map(([line, reasons]) => ({ line, reason: reasons.join('. ') }));
}
