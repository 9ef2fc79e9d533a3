import { parseArgs } from 'node:util';
import { columnsNamed, importVehicles } from '../modules/catalog/index.ts';
import { openDb } from '../platform/db/connection/open.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

export const importVehiclesCommand: Command = {
  summary: 'read a table of vehicles (TSV or CSV, plain or gzip) into the catalogue',
  usage: 'FILE [--dry-run] [--region 1] [--column make=HERSTELLER …]',
  run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        region: { type: 'string', default: '1' },
        column: { type: 'string', multiple: true, default: [] },
      },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) throw new Error('Specify one file to import.');
    const region = values.region === '1' ? 1 : values.region === '2' ? 2 : null;
    if (region === null) throw new Error('--region is 1 (North America) or 2 (Europe).');
    return withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, {
        max: 5,
        name: 'tuneport import',
        timeouts: { idleInTransactionMs: 0 },
      });
      try {
        return await importVehicles(db, {
          path,
          region,
          dryRun: values['dry-run'],
          ...(values.column.length > 0 ? { columns: await columnsNamed(path, values.column) } : {}),
          onProgress: showProgress(),
        });
      } finally {
        await close();
      }
    });
  },
};

/** One line per percent keeps logs readable. */
function showProgress(to: NodeJS.WritableStream = process.stderr): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    if (percent === shown) return;
    shown = percent;
    to.write(`${done} of ${total} rows, ${percent} %\n`);
  };
}
