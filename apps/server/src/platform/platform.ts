import type { Actor } from './actor.ts';
import type { AreaVersions } from './cache/area-versions.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { CopyBuffer } from './db/writes/copy-buffer.ts';
import type { FileStore } from './files/store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LiveStreams } from './live/live-streams.ts';
import type { NotModifiedCache } from './live/not-modified.ts';
import type { Log } from './log.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { SecretBox } from './secrets/secret-box.ts';

/** The services shared by all areas, created once per process in server.ts. */
export type Platform = {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** The pool. Handlers get a transaction instead; only background work starts from here. */
  readonly db: Db;
  /** The pool for reads that anybody may cause: cached and expensive calls. */
  readonly publicDb: Db;
  /** For rows that no request waits for, such as page views. */
  readonly buffer: CopyBuffer;
  readonly versions: AreaVersions;
  /** Streams for pages that are notified of changes. */
  readonly live: LiveStreams;
  /** Cached 304 responses for pages that poll. */
  readonly notModified: NotModifiedCache;
  readonly files: FileStore;
  readonly jobs: Jobs;
  readonly secrets: SecretBox;
  /** null if the site accepts no cards. */
  readonly payments: PaymentProvider | null;
  /** Finds the actor of a session token; provided by the identity area. */
  readonly identify: (token: string, address: string) => Promise<Actor | null>;
  /** Finds the actor of an API key, or refuses it; provided by the identity area. */
  readonly identifyApiKey: (key: string, address: string) => Promise<Actor>;
  /** Audits a call that the actor may not make; provided by the identity area. */
  readonly onRefusedAccess: (actor: Actor, call: string) => Promise<void>;
};
