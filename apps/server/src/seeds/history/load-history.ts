// The process that loads the demo history; started by history-process.ts.
import { once } from 'node:events';
import { readConfig } from '../../platform/config.ts';
import { makeLog } from '../../platform/log.ts';
import { makeServer } from '../../server.ts';
import { loadHistory } from './history.ts';
import type { HistoryProgress, HistoryStart } from './history-process.ts';

const config = { ...readConfig(process.env), jobs: false };
const log = makeLog(config.logLevel);
const stopping = new AbortController();
// The site is stopping or was killed: finish the current record, then exit.
process.once('disconnect', () => stopping.abort());
// A signal from the terminal reaches this process too; the site decides when it stops.
process.on('SIGINT', () => {});

const [start] = (await once(process, 'message')) as [HistoryStart];
// What a crash of the database loses is loaded again by the next start.
const server = await makeServer({ config, log, ...start, pages: false, asyncCommit: true });
const report = (part: number) => {
  if (process.connected) process.send?.({ part } satisfies HistoryProgress);
};
try {
  await loadHistory(server.platform, { direct: start.direct, signal: stopping.signal, onProgress: report });
} catch (error) {
  log.error({ err: error }, 'the demo history failed');
  process.exitCode = 1;
}
await server.stop();
if (process.connected) process.disconnect();
