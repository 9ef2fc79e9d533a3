import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How much memory the product gets while it is treated badly: the smallest machine it is made for. */
export const smallMachineMb = 512;

export type SmallMachine = {
  /** Runs a command, and all it starts, within the limit. */
  within(command: readonly string[]): string[];
  /** Once everything in it has ended. */
  remove(): void;
};

const roots = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
];

/** The kernel's own limit: whoever goes past it is killed. null where nobody may set one, such as without root. */
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
