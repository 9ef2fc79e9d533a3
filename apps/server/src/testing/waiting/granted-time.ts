import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const tickMs = 10;

/** Milliseconds that the host of a virtual machine has withheld its processors, on average. 0 outside of Linux. */
function withheldMs(): number {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    return (Number(ticks[7] ?? 0) * tickMs) / availableParallelism();
  } catch {
    return 0;
  }
}

/** A clock that stops while the host withholds the CPU, to measure the time of the product itself. */
export const grantedMs = (): number => performance.now() - withheldMs();
