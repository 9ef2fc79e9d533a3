import { Refusal } from './refusal.ts';

type Waiting = { readonly go: () => void; readonly giveUp: (reason: Refusal) => void; readonly timer: NodeJS.Timeout };

export type Slots = {
  /**
   * Waits for a slot and answers how to release it. Refused with Retry-After when the queue is full or the wait too long. Clients take
   * turns, so that one with many calls does not keep the others waiting.
   */
  take(client?: string): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
};

/** At most `atOnce` of something expensive at the same time in this process; a bounded number waits in line. */
export function slots({ atOnce, waitingMax, waitMs }: { atOnce: number; waitingMax: number; waitMs: number }): Slots {
  let taken = 0;
  let waiting = 0;
  /** The queue of each client; the client whose turn is next comes first. */
  const queues = new Map<string, Set<Waiting>>();
  const busy = () => new Refusal('unavailable', { retryAfterS: Math.ceil(waitMs / 1000) });

  function leave(client: string, one: Waiting): void {
    const queue = queues.get(client);
    if (!queue?.delete(one)) return;
    waiting -= 1;
    clearTimeout(one.timer);
    if (queue.size === 0) queues.delete(client);
  }

  function releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const [client, queue] of queues) {
        const [next] = queue;
        if (!next) continue;
        // The client goes to the end, with whatever else it waits for.
        queues.delete(client);
        queues.set(client, queue);
        leave(client, next);
        return next.go();
      }
      taken -= 1;
    };
  }

  /** A full queue drops the last call of whoever has most in it, unless that is the client who asks. */
  function makeRoom(client: string): boolean {
    let most = client;
    const sizeOf = (name: string) => queues.get(name)?.size ?? 0;
    for (const name of queues.keys()) if (sizeOf(name) > sizeOf(most)) most = name;
    const last = sizeOf(most) > sizeOf(client) + 1 ? [...(queues.get(most) ?? [])].at(-1) : undefined;
    if (!last) return false;
    leave(most, last);
    last.giveUp(busy());
    return true;
  }

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting;
    },
    async take(client = '') {
      if (taken < atOnce) {
        taken += 1;
        return releaseOnce();
      }
      if (waiting >= waitingMax && !makeRoom(client)) throw busy();
      await new Promise<void>((go, giveUp) => {
        const timer = setTimeout(() => {
          leave(client, one);
          giveUp(busy());
        }, waitMs);
        const one: Waiting = { go, giveUp, timer };
        queues.set(client, (queues.get(client) ?? new Set()).add(one));
        waiting += 1;
      });
      return releaseOnce();
    },
  };
}
