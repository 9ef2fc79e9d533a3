import { type Command, helpText } from './command.ts';
import { toStderr } from './with-database.ts';

/** Loaded lazily, so that one command does not load the whole product. */
const commands: Record<string, () => Promise<Command>> = {
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  seed: async () => (await import('./seed.ts')).seedCommand,
  routes: async () => (await import('./routes.ts')).routesCommand,
  'make-superadmin': async () => (await import('./make-superadmin.ts')).makeSuperadminCommand,
  'remove-factors': async () => (await import('./remove-factors.ts')).removeFactorsCommand,
  'import-vehicles': async () => (await import('./import-vehicles.ts')).importVehiclesCommand,
  'rename-vehicles': async () => (await import('./rename-vehicles.ts')).renameVehiclesCommand,
  'verify-ledger': async () => (await import('./verify-ledger.ts')).verifyLedgerCommand,
  reconcile: async () => (await import('./reconcile.ts')).reconcileCommand,
  'rotate-receipt-key': async () => (await import('./rotate-receipt-key.ts')).rotateReceiptKeyCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  'verify-backup': async () => (await import('./backup.ts')).verifyBackupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  'rotate-secret-key': async () => (await import('./rotate-secret-key.ts')).rotateSecretKeyCommand,
  'lock-demo-accounts': async () => (await import('./lock-demo-accounts.ts')).lockDemoAccountsCommand,
  'receive-mail': async () => (await import('./receive-mail.ts')).receiveMailCommand,
  'db-types': async () => (await import('./db-types.ts')).dbTypesCommand,
};

/** JSON goes to stdout, messages to stderr. Exit codes: 0 success, 1 failure, 2 unknown command. */
async function main([name, ...args]: string[]): Promise<void> {
  const load = name === undefined ? undefined : commands[name];
  if (!load) {
    if (name !== undefined && name !== 'help') toStderr.error({}, `Unknown command "${name}".`);
    process.stderr.write(`Commands:\n${(await describe()).join('\n')}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    const answer = await (await load()).run(args);
    process.stdout.write(
      `${JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

const describe = () =>
  Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const { usage = '', summary } = await load();
      return helpText(`${name} ${usage}`.trimEnd(), summary);
    }),
  );

await main(process.argv.slice(2));
