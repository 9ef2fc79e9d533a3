import { Refusal } from '../refusal.ts';

const mebibyte = 1024 * 1024;

/** The largest form, a log, has 257 MiB. */
const bytesOfOneMax = 300 * mebibyte;
/** People who are logged in have their own share, so that strangers cannot take it. */
const bytesMax = { visitors: 512 * mebibyte, people: 1024 * mebibyte };

type Kind = keyof typeof bytesMax;

export type FormSender = { readonly kind: Kind; readonly key: string };

const usedBy = new Map<string, number>();
const used: Record<Kind, number> = { visitors: 0, people: 0 };

/**
 * What the forms of all senders occupy in the temporary folder of this process, which may be in memory. Counted as it arrives: a
 * declared size costs its sender nothing.
 */
export function takeFormSpace({ kind, key }: FormSender): { add(bytes: number): void; release(): void } {
  let held = 0;
  let isReleased = false;
  const change = (bytes: number) => {
    held += bytes;
    used[kind] += bytes;
    const ofSender = (usedBy.get(key) ?? 0) + bytes;
    if (ofSender > 0) usedBy.set(key, ofSender);
    else usedBy.delete(key);
  };
  return {
    add(bytes) {
      // The rest of a rejected form is not stored.
      if (isReleased) return;
      if ((usedBy.get(key) ?? 0) + bytes > bytesOfOneMax || used[kind] + bytes > bytesMax[kind])
        throw new Refusal('unavailable', { retryAfterS: 30 });
      change(bytes);
    },
    release() {
      isReleased = true;
      change(-held);
    },
  };
}
