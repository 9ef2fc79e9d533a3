// The process that loads the demo data set; started by demo-process.ts.
import { once } from 'node:events';
import { readConfig } from '../../platform/config.ts';
import { makeLog } from '../../platform/log.ts';
import { makeServer } from '../../server.ts';
import { timedStep } from '../../timed-step.ts';
import type { DemoLoaded, DemoStart } from './demo-process.ts';
import { loadDemo } from './load-demo.ts';

const config = { ...readConfig(process.env), jobs: false };
const log = makeLog(config.logLevel);
// The site was killed. The next start continues the load.
process.once('disconnect', () => process.exit(1));

const [start] = (await once(process, 'message')) as [DemoStart];
// What a crash of the database loses is loaded again by the next start.
const server = await makeServer({ config, log, ...start, pages: false, asyncCommit: true });
try {
  const fresh = await loadDemo(server.platform, {
    direct: start.direct,
    now: new Date(),
    catalog: config.demoCatalog,
    origin: config.publicOrigin,
    report: (text) => void process.stdout.write(`  ${text}\n`),
    step: timedStep,
  });
  process.send?.({ fresh } satisfies DemoLoaded);
} catch (error) {
  log.error({ err: error }, 'the demo data could not be loaded');
  process.exitCode = 1;
}
process.removeAllListeners('disconnect');
await server.stop();
process.disconnect();
