import { contract } from '@tuneport/contract/index';
import type { FastifyInstance } from 'fastify';
import { makeProductRegistry } from './areas.ts';
import { identify } from './modules/identity/index.ts';
import { watchAreaVersions } from './platform/cache/area-versions.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Connection } from './platform/db/connection.ts';
import { listen } from './platform/db/listen.ts';
import { openDb } from './platform/db/open.ts';
import { openFileStore } from './platform/files/store.ts';
import { mountDocs } from './platform/http/docs.ts';
import { mountHealth, type Readiness } from './platform/http/health.ts';
import { mountApi } from './platform/http/mount.ts';
import { makeHttpServer } from './platform/http/server.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Platform } from './platform/platform.ts';

export type Server = {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  /** Readiness off, running requests finished, jobs and connections closed. */
  stop(): Promise<void>;
};

export type ServerParts = { config: Config; log: Log; connection: Connection | string; clock?: Clock };

/** Builds one process of the product on a migrated database. It does not listen yet. */
export async function makeServer({ config, log, connection, clock = systemClock }: ServerParts): Promise<Server> {
  const { db, close } = openDb(connection, {
    max: config.databasePool,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const versions = await watchAreaVersions(db, log, (channel, onNews, onReconnect) => {
    const listening = listen(connection, { channels: { [channel]: onNews }, onReconnect, log });
    return { stop: () => void listening.close() };
  });
  const files = await openFileStore(config.storage);
  const jobs = await startJobs({ connection, db, log, work: config.jobs });
  const platform: Platform = {
    config,
    log,
    clock,
    db,
    versions,
    files,
    jobs,
    identify: (token, address) => identify(db, token, address),
  };

  const app = await makeHttpServer(config, log);
  const readiness: Readiness = { stopping: false };
  mountHealth(app, platform, readiness);
  mountDocs(app, contract, config.publicOrigin);
  mountApi(app, platform, makeProductRegistry());
  return {
    app,
    platform,
    async stop() {
      readiness.stopping = true;
      await app.close();
      await jobs.stop();
      versions.stop();
      await close();
    },
  };
}
