import { setPriority } from 'node:os';

/**
 * Possible if the process belongs to the same user or this one is root, and the service manager allows the call;
 * otherwise the priority stays as it is.
 */
export function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {}
}
