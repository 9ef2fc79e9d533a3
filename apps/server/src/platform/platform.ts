import type { Actor } from './actor.ts';
import type { AreaVersions } from './cache/area-versions.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { FileStore } from './files/store.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LiveStreams } from './live/live-streams.ts';
import type { NotModifiedCache } from './live/not-modified.ts';
import type { Log } from './log.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { SecretBox } from './secret-box.ts';

/** The services every area stands on, built once per process in server.ts. */
export type Platform = {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** The pool. Handlers are handed a transaction instead; only background work starts from here. */
  readonly db: Db;
  readonly versions: AreaVersions;
  /** Pages that are told when what they show changes. */
  readonly live: LiveStreams;
  /** Those that ask instead, and were told that nothing changed. */
  readonly notModified: NotModifiedCache;
  readonly files: FileStore;
  readonly jobs: Jobs;
  readonly secrets: SecretBox;
  /** null where the site takes no cards. */
  readonly payments: PaymentProvider | null;
  /** Finds the actor behind a session token; the identity area provides it. */
  readonly identify: (token: string, address: string) => Promise<Actor | null>;
  /** Audits a call that its session may not make; the identity area provides it. */
  readonly onRefusedAccess: (actor: Actor, call: string) => Promise<void>;
};
