import { setTimeout as sleep } from 'node:timers/promises';
import { loadStarterPages } from './modules/content/index.ts';
import { type Config, readConfig } from './platform/config.ts';
import { migrate } from './platform/db/schema/migrate.ts';
import { makeLog } from './platform/log.ts';
import { type Postgres, startPostgres } from './platform/postgres/supervisor.ts';
import { pagesFrom, preflight, startProblem } from './preflight.ts';
import { checkSecretKey } from './secret-key-check.ts';
import { assertNoOpenDemoAccounts, demoAccounts, demoEmail, demoPassword } from './seeds/demo-accounts.ts';
import { startHistory } from './seeds/history/history-process.ts';
import { startDemoProcess } from './seeds/loading/demo-process.ts';
import { isDemoMissing } from './seeds/loading/demo-steps.ts';
import { makeServer } from './server.ts';
import { timeZoneProblem } from './time-zone-check.ts';
import { timedStep } from './timed-step.ts';

const stopWithinMs = 9_500;
/** Keeps accepting requests that were already on their way when the stop signal arrives. */
const drainMs = 300;

let postgres: Postgres | undefined;
let ownLog: ReturnType<typeof makeLog> | undefined;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = makeLog(config.logLevel);
  ownLog = log;
  const pages = pagesFrom(config, process.env.NODE_ENV);
  const { dataDir, pgBin } = config;
  const external = await preflight(config);
  if (!external) postgres = await timedStep('Starting PostgreSQL', () => startPostgres({ dataDir, pgBin, log }));
  const connection = external?.connection ?? postgres?.connection ?? '';
  const direct = external?.direct ?? connection;
  await timedStep('Updating the database', () => migrate(direct));
  await checkSecretKey(direct, config);
  const demo = config.demo && (await isDemoMissing(direct)) ? startDemoProcess() : undefined;
  const server = await timedStep('Preparing the site', () => makeServer({ config, log, connection, direct, pages }));
  await loadStarterPages(server.platform.db, new Date());
  const zones = external && (await timeZoneProblem(server.platform.db, new Date()));
  if (zones)
    log.warn(zones, 'the database and this process disagree about local time; update tzdata on the database server');
  if (config.exposed && !config.demo) await assertNoOpenDemoAccounts(server.platform.db);
  const fresh = demo !== undefined && (await demo.load({ connection, direct }));
  await server.app.listen({ port: config.port, host: config.host });
  await server.work();
  log.info({ pid: process.pid, host: config.host, port: config.port }, 'serving');

  let history: ReturnType<typeof startHistory> | undefined;
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn({ ms: stopWithinMs }, 'not stopped in time');
      process.exit(1);
    }, stopWithinMs).unref();
    void (async () => {
      await history?.stop();
      await server.stop(drainMs);
      await postgres?.stop();
      log.info('stopped');
      process.exit(0);
    })();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // An unhandled rejection in one request must not end the process for all others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed unseen'));
  // Last, because a supervisor that waits for this line may stop the process as soon as it appears.
  welcome(config, fresh);
  if (config.demo && config.demoCatalog === 'full')
    history = startHistory({ connection, direct }, { log, onProgress: reportHistory });
}

const reportHistory = (part: number): void =>
  void process.stdout.write(`Loading two years of demo history … ${Math.round(part * 100)} %\n`);

function welcome({ publicOrigin, demo, mailUrl }: Config, fresh: boolean): void {
  const lines = [`\nTuneport is serving at ${publicOrigin}`];
  if (demo) {
    lines.push(`\n${fresh ? 'The demo data set is loaded. ' : ''}Demo accounts (password ${demoPassword}):`);
    for (const account of demoAccounts) lines.push(`  ${demoEmail(account.address).padEnd(36)}${account.what}`);
  }
  if (mailUrl === undefined)
    lines.push('No mail is sent without MAIL_URL. A SuperAdmin can reveal the links in a mail under /admin/mail.');
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${startProblem(error, process.env.LOG_LEVEL)}\n`);
  // The end of the embedded database breaks connections, which is not the problem.
  if (ownLog) ownLog.level = 'silent';
  // Otherwise the embedded database would keep running without the server.
  await Promise.race([postgres?.stop().catch(() => {}), sleep(stopWithinMs)]);
  process.exit(1);
}
