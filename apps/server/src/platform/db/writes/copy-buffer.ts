import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Log } from '../../log.ts';
import { type Connection, clientConfig } from '../connection/connection.ts';
import { lockKeys } from './advisory-locks.ts';

export type CopyTarget = { readonly table: string; readonly columns: readonly string[] };
export type CopyValue = string | number | boolean | Date | Buffer | null;

/**
 * Rows that no request waits for, written with COPY on a connection of their own, so that no page waits for them or for a
 * connection. A row is stored within half a second, and `stop` stores the rest. While the database is away, rows are
 * held up to a number and a size; then further ones are dropped and their number is logged.
 */
export type CopyBuffer = {
  push(target: CopyTarget, row: readonly CopyValue[]): void;
  /** Resolves when everything pushed so far is stored. Rejects if it cannot be. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const flushEveryMs = 250;
const batchRows = 5_000;
const heldRowsMax = 100_000;
/** Anyone can send long rows, so their number alone does not bound the memory. */
const heldCharactersMax = 32 * 1024 * 1024;
const retryMs = { first: 250, most: 5_000 };
const stopMs = 8_000;
const timeouts = { connectMs: 2_000, statementMs: 15_000, lockMs: 5_000, idleInTransactionMs: 20_000 };

type Batch = { readonly target: CopyTarget; readonly lines: string[] };

const charactersIn = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0);

export function copyBuffer(
  connection: Connection | string,
  log: Pick<Log, 'warn' | 'error'>,
  limits = { characters: heldCharactersMax, stopMs },
): CopyBuffer {
  let batches = new Map<CopyTarget, Batch>();
  let held = 0;
  let characters = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failures = 0;
  let stopped = false;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const next = new pg.Client(clientConfig(connection, timeouts, 'tuneport traffic'));
    next.on('error', () => {
      if (client === next) client = undefined;
    });
    await next.connect();
    client = next;
    return next;
  }

  /** All or nothing, so that a retry stores no row twice. */
  async function write(all: readonly Batch[]): Promise<void> {
    const db = await connected();
    try {
      await db.query('begin');
      await db.query(`select pg_advisory_xact_lock_shared(${lockKeys.trafficIds})`);
      for (const { target, lines } of all)
        for (let at = 0; at < lines.length; at += batchRows) await copy(db, target, lines.slice(at, at + batchRows));
      await db.query('commit');
    } catch (error) {
      // The state of the connection is unknown.
      client = undefined;
      await db.end().catch(() => {});
      throw error;
    }
  }

  async function writeHeld(): Promise<void> {
    const taken = batches;
    const count = held;
    if (count === 0) return;
    batches = new Map();
    held = 0;
    characters = 0;
    try {
      await write([...taken.values()]);
      if (failures > 0) log.warn({ rows: count, dropped }, 'Traffic is stored again');
      failures = 0;
      dropped = 0;
    } catch (error) {
      if (isRefused(error)) {
        log.error({ err: error, rows: count }, 'Traffic is refused by the database and dropped');
        return;
      }
      failures += 1;
      if (failures === 1) log.warn({ err: error }, 'Traffic cannot be stored, retrying');
      putBack(taken, count);
      throw error;
    }
  }

  function putBack(taken: ReadonlyMap<CopyTarget, Batch>, count: number): void {
    const newer = batches;
    batches = new Map(taken);
    held += count;
    for (const [target, { lines }] of newer) {
      const older = batches.get(target);
      batches.set(target, { target, lines: older ? older.lines.concat(lines) : lines });
    }
    for (const { lines } of batches.values()) {
      const excess = Math.min(lines.length, held - heldRowsMax);
      if (excess <= 0) break;
      lines.splice(0, excess);
      held -= excess;
      dropped += excess;
    }
    characters = [...batches.values()].reduce((sum, { lines }) => sum + charactersIn(lines), 0);
  }

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = writing.then(work);
    writing = next.catch(() => {});
    return next;
  };
  function schedule(): void {
    if (timer !== undefined || stopped) return;
    const wait = failures === 0 ? flushEveryMs : Math.min(retryMs.first * 2 ** failures, retryMs.most);
    timer = setTimeout(() => {
      timer = undefined;
      inTurn(writeHeld).then(
        () => held > 0 && schedule(),
        () => schedule(),
      );
    }, wait);
    timer.unref();
  }

  return {
    push(target, row) {
      const batch = batches.get(target) ?? { target, lines: [] };
      batches.set(target, batch);
      // A full buffer drops the newest here and the oldest when a failed batch is put back.
      if (held >= 2 * heldRowsMax || characters >= limits.characters) {
        dropped += 1;
        return;
      }
      const line = copyLine(row);
      batch.lines.push(line);
      held += 1;
      characters += line.length;
      schedule();
    },
    flush: () => inTurn(writeHeld),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const deadline = Date.now() + limits.stopMs;
      for (;;) {
        const stored = await inTurn(writeHeld).then(
          () => true,
          () => false,
        );
        if (stored && held === 0) break;
        if (Date.now() > deadline) {
          log.error({ rows: held, dropped }, 'Traffic is lost: the database could not be reached');
          break;
        }
        await sleep(200);
      }
      await client?.end().catch(() => {});
    },
  };
}

async function copy(db: pg.Client, { table, columns }: CopyTarget, lines: readonly string[]): Promise<void> {
  const into = db.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await new Promise<void>((resolve, reject) => {
    into.on('finish', resolve);
    into.on('error', reject);
    into.end(lines.join(''));
  });
}

/** Invalid data stays invalid: retrying it would hold up everything behind it. */
const isRefused = (error: unknown) => /^(22|23|42)/.test(String((error as { code?: unknown }).code ?? ''));

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line of COPY's text format. */
function copyLine(row: readonly CopyValue[]): string {
  return `${row.map(copyText).join('\t')}\n`;
}

function copyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string')
    return value
      .toWellFormed()
      .replaceAll('\0', '')
      .replace(/[\\\n\r\t]/g, (found) => escapes[found] ?? found);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : String(value);
}
