// A process that takes one job, reports it, and never completes it: to be killed midway.
import { sql } from 'kysely';
import { z } from 'zod';
import { systemClock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/db/connection/connection.ts';
import { openDb } from '../../platform/db/connection/open.ts';
import { defineJob } from '../../platform/jobs/define.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { makeLog } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';

const connection = JSON.parse(process.argv[2] ?? '') as Connection | string;
const log = makeLog('silent');
const { db } = openDb(connection, { max: 2 });
const endless = defineJob({
  name: 'test.endless',
  schema: z.object({ number: z.number() }),
  async run(context, { number }) {
    await sql`insert into runs (number, worker) values (${number}, 'killed')`.execute(context.db);
    process.stdout.write('working\n');
    await new Promise(() => {});
  },
});
const jobs = await startJobs({
  connection,
  log,
  jobs: [endless],
  schedules: [],
  working: true,
  pollS: 0.5,
  heartbeatS: 10,
  superviseS: 1,
});
await jobs.work({ db, log, clock: systemClock } as unknown as Platform);
