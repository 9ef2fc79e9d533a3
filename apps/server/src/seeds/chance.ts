/** A pseudo-random number in [0, 1) from seed and name alone, so that the data set is reproducible. */
export function chance(seed: number, name: string): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x85ebca6b) >>> 0;
    hash = ((hash << 13) | (hash >>> 19)) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000;
}
