// Acts as a first start of the product, to be killed while it loads the demo data set.
import { readConfig } from '../../platform/config.ts';
import { makeLog } from '../../platform/log.ts';
import { loadDemo } from '../../seeds/loading/load-demo.ts';
import { makeServer } from '../../server.ts';

const [, , url = '', dataDir = '', now = ''] = process.argv;
const config = readConfig({ DATA_DIR: dataDir, JOBS: 'off', DATABASE_POOL: '4' });
const server = await makeServer({ config, log: makeLog('silent'), connection: url, pages: false });
process.stdout.write('loading\n');
await loadDemo(server.platform, { direct: url, now: new Date(now), catalog: 'small' });
await server.stop();
