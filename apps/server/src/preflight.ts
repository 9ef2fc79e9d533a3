import { assertDecided, type Config, ConfigError } from './platform/config.ts';
import { checkDatabase } from './platform/db/connection/check-database.ts';
import { type DatabaseAddress, databaseAddress } from './platform/db/connection/connection.ts';
import { openSecretBox } from './platform/secrets/secret-box.ts';
import { checkFileStore, checkFolder, checkPort } from './platform/start-checks.ts';

/**
 * Checks settings and machine before anything is started. Returns the database to use, if it is not the embedded one.
 */
export async function preflight(config: Config): Promise<DatabaseAddress | undefined> {
  assertDecided(config);
  await checkPort(config);
  // The user who runs PostgreSQL may enter but not list it.
  checkFolder('DATA_DIR', config.dataDir, 0o711);
  if (config.storage.kind === 'folder') checkFolder('STORAGE_URL', config.storage.folder, 0o700);
  else await checkFileStore(config.storage);
  openSecretBox(config);
  return checkedDatabase(config);
}

/** Where pages come from. The development server exposes source files to everyone who can reach it. */
export function pagesFrom({ exposed, host, publicOrigin }: Config, nodeEnv: string | undefined): true | 'sources' {
  if (nodeEnv !== 'development') return true;
  if (!exposed) return 'sources';
  throw new ConfigError(
    `Other machines can reach this site (HOST=${host}, PUBLIC_ORIGIN=${publicOrigin}), and NODE_ENV=development would expose its source files. Set NODE_ENV=production. For this machine only, leave HOST and PUBLIC_ORIGIN unset.`,
  );
}

/** The configured database, after a connect. */
export async function checkedDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseCa'>,
): Promise<DatabaseAddress | undefined> {
  const { databaseUrl, databaseDirectUrl, databaseCa } = config;
  if (databaseUrl === undefined) return undefined;
  const address = databaseAddress(databaseUrl, databaseDirectUrl, databaseCa);
  if (databaseDirectUrl !== undefined) await checkDatabase('DATABASE_DIRECT_URL', address.direct);
  await checkDatabase('DATABASE_URL', address.connection);
  return address;
}

/** One sentence for the operator; the stack only with LOG_LEVEL=debug. */
export function startProblem(error: unknown, logLevel: string | undefined): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `Tuneport could not start: ${String(error)}`;
  const message = error.message || (error as { code?: string }).code || error.name;
  const wantsStack = ['debug', 'trace'].includes(logLevel ?? '');
  return `Tuneport could not start: ${message}\n${wantsStack ? error.stack : 'Set LOG_LEVEL=debug to see the stack trace.'}`;
}
