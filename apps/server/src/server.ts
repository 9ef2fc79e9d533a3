import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { contract } from '@tuneport/contract/index';
import { allows } from '@tuneport/domain/identity/permissions';
import type { FastifyInstance } from 'fastify';
import { makeProductRegistry, productIntervalTasks, productJobs, productSchedules, renderAttachment } from './areas.ts';
import { identify, identifyApiKey, recordRefusedAccess, withholdStaffRights } from './modules/identity/index.ts';
import { settingsOf } from './modules/settings/index.ts';
import { mountPages } from './pages.ts';
import { watchAreaVersions } from './platform/cache/area-versions.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Connection } from './platform/db/connection/connection.ts';
import { listen } from './platform/db/connection/listen.ts';
import { openDb } from './platform/db/connection/open.ts';
import { copyBuffer } from './platform/db/writes/copy-buffer.ts';
import { openFileStore } from './platform/files/store.ts';
import { mountDocs } from './platform/http/docs/docs.ts';
import { mountHealth, type Readiness } from './platform/http/health.ts';
import { mountApi } from './platform/http/mount/mount.ts';
import { hasSessionCookie, visitorOf } from './platform/http/mount/visitor.ts';
import { webFromSources } from './platform/http/pages/web-from-sources.ts';
import { builtWeb } from './platform/http/pages/web-source.ts';
import { makeHttpServer } from './platform/http/server.ts';
import { type IntervalTasks, startIntervalTasks } from './platform/jobs/interval-tasks.ts';
import { startJobs } from './platform/jobs/jobs.ts';
import { LiveStreams, liveChannel } from './platform/live/live-streams.ts';
import { NotModifiedCache } from './platform/live/not-modified.ts';
import type { Log } from './platform/log.ts';
import { replyAddresses } from './platform/mail/inbound/reply-address.ts';
import { mailChannel } from './platform/mail/queue.ts';
import { startMailSender } from './platform/mail/sender.ts';
import { openPaymentProvider } from './platform/payments/open.ts';
import type { Platform } from './platform/platform.ts';
import { openSecretBox } from './platform/secrets/secret-box.ts';
import { mountSecurityTxt } from './security-txt.ts';
import { mountSitemap } from './sitemap.ts';

export type Server = {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  /** Starts background work: jobs, schedules and mail. */
  work(): Promise<void>;
  /** Readiness off, accepts for `drainMs`, finishes running requests, closes jobs and connections. */
  stop(drainMs?: number): Promise<void>;
};

type ServerParts = {
  config: Config;
  log: Log;
  /** For requests; may be a pooler in transaction mode. */
  connection: Connection | string;
  /** Direct connection for what needs a session: LISTEN, jobs. The same as `connection` without a pooler. */
  direct?: Connection | string;
  clock?: Clock;
  /** How long a request waits for a new database connection. */
  connectMs?: number;
  /** API tests run without pages. `sources`: the web app in development. */
  pages?: boolean | 'sources';
  /** Commits do not wait for the disk; see `openDb`. */
  asyncCommit?: boolean;
};

/** As many as there are slots for cached and expensive calls. */
const publicConnections = 2 * availableParallelism() + 1;

const webDir = fileURLToPath(new URL('../../web', import.meta.url));

/** Builds one process of the product on a migrated database. It neither listens nor runs background work yet. */
export async function makeServer({
  config,
  log,
  connection,
  direct = connection,
  clock = systemClock,
  connectMs,
  pages = true,
  asyncCommit = false,
}: ServerParts): Promise<Server> {
  const secrets = openSecretBox(config);
  const poolOptions = {
    ...(connectMs !== undefined && { timeouts: { connectMs } }),
    asyncCommit,
    onError: (error: Error) => log.warn({ err: error }, 'a database connection broke'),
  };
  const pool = openDb(connection, {
    ...poolOptions,
    max: config.databasePool,
    dbHealth: {
      onUnresponsive: () => log.warn({}, 'the database does not respond'),
      onRecovery: () => log.info({}, 'the database responds again'),
    },
  });
  const { db } = pool;
  const publicPool = openDb(connection, {
    ...poolOptions,
    name: 'tuneport public',
    max: publicConnections,
    lowPriority: true,
    watchedBy: pool,
  });
  const live = new LiveStreams();
  const notModified = new NotModifiedCache(() => clock.now().getTime());
  const channelHandlers = new Map<string, () => void>();
  const versions = await watchAreaVersions(db, (channel, handle) => channelHandlers.set(channel, handle), log);
  const files = openFileStore(config.storage);
  const mail = config.jobs
    ? startMailSender({
        db,
        log,
        mailUrl: config.mailUrl,
        mailTls: config.mailTls,
        mailFrom: config.mailFrom,
        attach: (attachment, to) => renderAttachment({ db, versions, config, files }, attachment, to),
        replyTo: replyAddresses({ db, secrets, config }),
      })
    : undefined;
  channelHandlers.set(mailChannel, () => mail?.wake());
  const everything = () => {
    for (const handle of channelHandlers.values()) handle();
    notModified.forgetAll();
    live.lookAtAll();
  };
  const publish = (topic: string) => {
    notModified.publish(topic);
    live.publish(topic);
  };
  const listening = listen(direct, {
    channels: { ...Object.fromEntries(channelHandlers), [liveChannel]: publish },
    onReconnect: everything,
    log,
  });
  const jobs = await startJobs({
    connection: direct,
    log,
    jobs: productJobs,
    schedules: productSchedules,
    working: config.jobs,
  });
  const buffer = copyBuffer(direct, log);
  const platform: Platform = {
    config,
    log,
    clock,
    db,
    publicDb: publicPool.db,
    buffer,
    versions,
    live,
    notModified,
    files,
    jobs,
    secrets,
    payments: openPaymentProvider(config.payment, db),
    onRefusedAccess: (actor, call) => recordRefusedAccess(db, actor, call),
    identifyApiKey: (key, address) => identifyApiKey(db, key, address),
    identify: async (token, address) => {
      const actor = await identify(db, token, address);
      return actor && withholdStaffRights(actor, (await settingsOf(platform)).staff_second_factor === 'required');
    },
  };

  const app = await makeHttpServer(config, log);
  const readiness: Readiness = { stopping: false };
  const registry = makeProductRegistry();
  let intervalTasks: IntervalTasks | undefined;
  mountHealth(app, platform, readiness);
  mountSecurityTxt(app, platform);
  mountDocs(app, {
    contract,
    origin: config.publicOrigin,
    mode: config.apiDocs,
    isStaff: async (request) =>
      hasSessionCookie(config, request.headers.cookie) &&
      allows('developer', (await visitorOf(platform, request)).actor),
  });
  mountApi(app, platform, registry);
  mountSitemap(app, platform, registry);
  if (pages) {
    const source =
      pages === 'sources'
        ? webFromSources(webDir)
        : await builtWeb(join(webDir, 'build'), join(config.dataDir, 'assets'));
    await mountPages(app, platform, registry, source);
  }
  return {
    app,
    platform,
    async work() {
      await jobs.work(platform);
      if (config.jobs) intervalTasks ??= startIntervalTasks(platform, productIntervalTasks);
    },
    async stop(drainMs = 0) {
      readiness.stopping = true;
      live.close();
      if (drainMs > 0) await sleep(drainMs);
      await app.close();
      await Promise.all([jobs.stop(), intervalTasks?.stop(), mail?.stop(), buffer.stop()]);
      versions.stop();
      await listening.close();
      await Promise.all([publicPool.close(), pool.close()]);
    },
  };
}
