// Acts as an app process: holds the database of a data folder until it is stopped or killed.
import { startPostgres } from '../../platform/postgres/supervisor.ts';

const print = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`);
const log = (_fields: object, message: string) => process.stderr.write(`${message}\n`);
const [, , dataDir = '', settings = '{}'] = process.argv;
const postgres = await startPostgres({
  dataDir,
  log: { debug: log, info: log, warn: log, error: log },
  settings: JSON.parse(settings) as Record<string, string>,
});
const alive = setInterval(() => {}, 60_000);
process.once('SIGTERM', () => {
  void postgres.stop().finally(() => clearInterval(alive));
});
print({ owner: postgres.owner, host: postgres.connection.host });
