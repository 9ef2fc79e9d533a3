import { parseArgs } from 'node:util';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open.ts';
import { buildDemoWorld } from '../worlds/demo.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

const profiles = ['demo', 'check', 'bench'];

export const seedCommand: Command = {
  summary: 'load a world into an empty database',
  usage: '--profile demo|check|bench --seed N',
  run(args) {
    const { values } = parseArgs({
      args,
      options: { profile: { type: 'string', default: 'demo' }, seed: { type: 'string', default: '1' } },
    });
    if (!profiles.includes(values.profile)) throw new Error(`--profile is one of ${profiles.join(', ')}.`);
    return withDatabase(async (connection) => {
      await migrate(connection);
      const { db, close } = openDb(connection, { max: 4 });
      try {
        // The profiles differ once there is a catalogue to multiply; accounts and partners are the same in all three.
        return { profile: values.profile, seed: Number(values.seed), loaded: await buildDemoWorld(db, new Date()) };
      } finally {
        await close();
      }
    });
  },
};
