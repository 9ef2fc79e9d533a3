import { PriceRow } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { csvRow } from '@tuneport/domain/api/csv-row';
import { sql } from 'kysely';
import type { AuditActor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import type { ReceivedFile } from '../../../../platform/http/context.ts';
import { updateRecord } from '../../../../platform/records/records.ts';
import { fieldRefusal } from '../../../../platform/refusal.ts';
import { readTable, TableError } from '../../imports/read-table.ts';
import { kinds } from '../kinds/index.ts';
import { type Price, priceErrors, readPrices } from './price-rows.ts';

// Export and import of the tunes' own prices: one line per tune and currency. A line without a list price removes the
// price in that currency; tunes missing from the sheet stay unchanged.

const priceColumns = ['currency', 'baseprice', 'baseaddonprice', 'dealerprice', 'dealeraddonprice'] as const;
const columns = ['tune_id', 'part_number', 'name', ...priceColumns] as const;
type Line = { line: number; tune_id: string; part_number: string; currency: string } & Record<string, string | number>;

const linesMax = 5000;
const problemsMax = 20;
const sampleMax = 50;

export async function priceSheet(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('tunes')
    .select(['id', 'part_number', 'name'])
    .where(sql<boolean>`exists (select from tune_prices where tune_id = tunes.id)`)
    .orderBy('id')
    .execute();
  const prices = await readPrices(
    db,
    'tune',
    rows.map(({ id }) => id),
  );
  const lines = rows.flatMap(({ id, part_number, name }) =>
    (prices.get(id) ?? []).map((price) =>
      csvRow([id, part_number, name, ...priceColumns.map((column) => price[column] ?? '')]),
    ),
  );
  return `\uFEFF${csvRow(columns)}${lines.join('')}`;
}

export async function takePriceSheet(
  db: Db,
  actor: AuditActor,
  files: readonly ReceivedFile[],
  dryRun: boolean,
  now: Date,
) {
  const [file] = files;
  if (!file) throw fieldRefusal({ file: ['Choose a CSV file.'] });
  const lines = await readLines(file.path);
  const problems: string[] = [];
  const wanted = await wantedPrices(db, lines, problems);
  if (problems.length > 0) throw fieldRefusal({ file: problems.slice(0, problemsMax) });

  const names = new Map(wanted.map(({ id, name }) => [id, name]));
  const before = await readPrices(db, 'tune', [...names.keys()]);
  const after = new Map(
    [...before].map(([id, prices]) => [id, new Map(prices.map((price) => [price.currency, price]))]),
  );
  for (const { id, currency, price } of wanted) {
    if (price) after.get(id)?.set(currency, price);
    else after.get(id)?.delete(currency);
  }
  const priceText = (prices: readonly Price[]) =>
    prices.map(({ currency, baseprice }) => `${baseprice} ${currency}`).join(', ');
  const changes = [];
  for (const [id, prices] of after) {
    const list = [...prices.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
    const old = before.get(id) ?? [];
    if (list.map(comparable).join() !== old.map(comparable).join()) changes.push({ id, list, old });
  }
  if (!dryRun)
    for (const { id, list } of changes) await updateRecord(db, actor, kinds.tunes, id, { prices: list }, null, now);
  return {
    dry_run: dryRun,
    lines: lines.length,
    changed: changes.length,
    unchanged: after.size - changes.length,
    sample: changes
      .slice(0, sampleMax)
      .map(({ id, list, old }) => ({ id, name: names.get(id) ?? '', before: priceText(old), after: priceText(list) })),
  };
}

/** 99 and 99.00 are the same price. */
const comparable = (price: Price) =>
  priceColumns.map((column) => (/^\d/.test(price[column] ?? '') ? Number(price[column]) : price[column])).join(' ');

async function readLines(path: string): Promise<Line[]> {
  const lines: Line[] = [];
  let head: string[] | null = null;
  try {
    for await (const { line, cells } of readTable(path)) {
      if (head === null) {
        head = cells.map((cell) =>
          cell
            .replace(/^\uFEFF/, '')
            .trim()
            .toLowerCase(),
        );
        const missing = ['currency', 'baseprice'].filter((column) => !head?.includes(column));
        if (!head.includes('tune_id') && !head.includes('part_number')) missing.push('tune_id or part_number');
        if (missing.length > 0) throw fieldRefusal({ file: [`Row 1: the column ${missing.join(', ')} is missing.`] });
        continue;
      }
      if (lines.length >= linesMax) throw fieldRefusal({ file: [`A file can have at most ${linesMax} rows.`] });
      const cell = (column: string) => cells[head?.indexOf(column) ?? -1]?.trim() ?? '';
      lines.push({ line, ...Object.fromEntries(columns.map((column) => [column, cell(column)])) } as Line);
    }
  } catch (error) {
    if (error instanceof TableError) throw fieldRefusal({ file: [error.message] });
    throw error;
  }
  return lines;
}

type Wanted = { id: number; name: string; currency: string; price: Price | null };

async function wantedPrices(db: Db, lines: readonly Line[], problems: string[]): Promise<Wanted[]> {
  const ids = lines.map(({ tune_id }) => Number(tune_id)).filter((id) => Number.isSafeInteger(id) && id < 2 ** 31);
  const numbers = lines.map(({ part_number }) => part_number).filter((number) => number !== '');
  const { rows } = await sql<{ id: number; part_number: string; name: string }>`
    select id, part_number, name from tunes
    where id = any(${ids}::integer[]) or (part_number <> '' and part_number = any(${numbers}::text[]))`.execute(db);
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  const byNumber = new Map(rows.filter((row) => row.part_number !== '').map((row) => [row.part_number, row]));
  const seen = new Set<string>();
  return lines.flatMap((line): Wanted[] => {
    const tune = line.tune_id === '' ? byNumber.get(line.part_number) : byId.get(line.tune_id);
    const reject = (problem: string) => {
      problems.push(`Line ${line.line}: ${problem}`);
      return [];
    };
    if (!tune) return reject(`there is no tune ${line.tune_id || line.part_number || 'named'}.`);
    const key = `${tune.id} ${line.currency}`;
    if (seen.has(key)) return reject(`${line.currency} is listed twice for tune ${tune.id}.`);
    seen.add(key);
    const named = { id: tune.id, name: tune.name, currency: line.currency };
    if (line.baseprice === '') return [{ ...named, price: null }];
    const parsed = PriceRow.safeParse(Object.fromEntries(priceColumns.map((column) => [column, line[column]])));
    if (!parsed.success) return reject(parsed.error.issues[0]?.message ?? 'the prices cannot be read.');
    const [wrong] = priceErrors([parsed.data]);
    return wrong ? reject(wrong) : [{ ...named, price: parsed.data }];
  });
}
