import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Memory limit of the product during the tests: the smallest supported machine. */
export const smallMachineMb = 512;

export type SmallMachine = {
  /** Runs a command and its descendants within the limit. */
  within(command: readonly string[]): string[];
  /** To be called when all its processes have ended. */
  remove(): void;
};

const roots = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
];

/** A kernel memory limit; exceeding it kills the process. null where it cannot be set, such as without root. */
export function smallMachine(): SmallMachine | null {
  for (const { folder, limit } of roots) {
    const group = join(folder, `tuneport-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    const remove = () => rmdirSync(group);
    try {
      if (!existsSync(join(group, limit))) throw new Error('no limit of memory here');
      writeFileSync(join(group, limit), String(smallMachineMb * 1024 * 1024));
      const enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"';
      return { within: (command) => ['sh', '-c', enter, group, ...command], remove };
    } catch {
      remove();
    }
  }
  return null;
}
