import { readFile } from 'node:fs/promises';
import { defaultUnits, figures } from '@tuneport/domain/catalog/dyno';
import { type DynoCsvProblem, parseDynoCsv } from '@tuneport/domain/catalog/dyno-csv';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import { storeFile } from '../../../platform/files/keep-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { ReceivedFile } from '../../../platform/http/context.ts';
import { lockRow } from '../../../platform/records/rows.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { subjectOf } from './kind.ts';

type Filter = {
  search?: string | undefined;
  tune_id?: number | undefined;
  source?: string | undefined;
};

export function filteredDynoRuns(db: Db, filter: Filter) {
  let query = runs(db);
  if (filter.tune_id !== undefined) query = query.where('d.tune_id', '=', filter.tune_id);
  if (filter.source) query = query.where('d.source', '=', filter.source);
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) => is.or([is('d.label', 'ilike', like), is('u.name', 'ilike', like)]));
  }
  return query;
}

export async function listDynoRuns(db: Db, filter: Filter & { page: number }) {
  const query = filteredDynoRuns(db, filter);
  const page = await pageOf(query, selected(query).orderBy('d.id', 'desc'), filter);
  return { ...page, data: page.data.map(presentRun) };
}

const runs = (db: Db) => db.selectFrom('dyno_csvs as d').innerJoin('tunes as u', 'u.id', 'd.tune_id');
const selected = (query: ReturnType<typeof runs>) =>
  query.select([
    'd.id',
    'd.tune_id',
    'u.name as tune_name',
    'd.label',
    'd.source',
    sql<number>`cardinality(d.rpm)`.as('points'),
    'd.created_at',
  ]);
type Run = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const presentRun = ({ tune_id, tune_name, ...run }: Run) => ({ ...run, tune: { id: tune_id, name: tune_name } });

const problemLabels: Readonly<Record<DynoCsvProblem['problem'], string>> = {
  'too-large': 'the file is larger than we accept',
  'not-utf-8': 'the text is not UTF-8',
  'no-header': 'the file is empty',
  'line-too-long': 'the line is longer than we accept',
  'no-rpm-column': 'the column rpm is missing',
  'no-power-column': `at least one of the columns ${figures.join(', ')} is needed`,
  'column-twice': 'a column appears twice',
  'unknown-unit': 'the unit is not known',
  'wrong-number-of-cells': 'the number of cells differs from the header',
  'open-quote': 'a quote is not closed',
  'not-a-number': 'this is not a number',
  'out-of-range': 'this number is out of range',
  'rpm-twice': 'this engine speed appears twice',
  'no-values': 'it has no value',
  'too-many-lines': 'there are more lines than we accept',
  'no-lines': 'nothing follows the header',
};

const problemText = ({ line, column, problem, text }: DynoCsvProblem): string =>
  `Line ${line}${column ? `, ${column}` : ''}: ${problemLabels[problem]}${text && text !== column ? ` (${text})` : ''}.`;

/** Parses the file before storing anything: an invalid line is reported, and no partial run is stored. */
export async function addDynoRun(
  db: Db,
  store: FileStore,
  actor: AuditActor,
  input: { tune: number; label: string },
  files: readonly ReceivedFile[],
) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a CSV file.'] });
  if (!(await lockRow(db, 'tunes', input.tune))) throw fieldRefusal({ tune: ['This tune no longer exists.'] });
  const csv = parseDynoCsv(await readFile(file.path));
  if (csv.kind === 'bad') throw fieldRefusal({ file: csv.problems.map(problemText) });
  const stored = await storeFile(db, store, file, {
    belongsTo: subjectOf('tunes', input.tune),
    uploadedBy: actor.userId,
  });
  const columns = Object.fromEntries(
    figures.flatMap((figure) => [
      [figure, csv.units[figure] === undefined ? null : csv.rows.map((row) => row[figure] ?? null)],
      [`${figure}_unit`, csv.units[figure] ?? defaultUnits[figure]],
    ]),
  );
  const { id } = await db
    .insertInto('dyno_csvs')
    .values({
      tune_id: input.tune,
      label: input.label,
      source: 'upload',
      file_id: stored.id,
      rpm: csv.rows.map((row) => row.rpm),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'catalog.add-dyno', subjectOf('tunes', input.tune), {
    after: { dyno_csvs: [{ id, name: input.label }] },
  });
  await bumpArea(db, 'catalog');
  return presentRun(await selected(runs(db).where('d.id', '=', id)).executeTakeFirstOrThrow());
}

export async function deleteDynoRun(db: Db, actor: AuditActor, id: number): Promise<void> {
  const run = await db
    .deleteFrom('dyno_csvs')
    .where('id', '=', id)
    .returning(['tune_id', 'label', 'file_id'])
    .executeTakeFirst();
  if (!run) throw new Refusal('not_found');
  // A file without an owner is removed by the cleanup job.
  if (run.file_id)
    await db.updateTable('stored_files').set({ belongs_to: null }).where('id', '=', run.file_id).execute();
  await writeAudit(db, actor, 'catalog.delete-dyno', subjectOf('tunes', run.tune_id), {
    before: { dyno_csvs: [{ id, name: run.label }] },
  });
  await bumpArea(db, 'catalog');
}
