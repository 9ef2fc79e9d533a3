import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from './refusal.ts';

type Waiting = { readonly go: () => void; readonly giveUp: (reason: Refusal) => void; readonly timer: NodeJS.Timeout };

type Slots = {
  /**
   * Waits for a slot and returns a function that releases it. Refused with Retry-After if the queue is full or the wait
   * too long. Clients take turns, so that one with many calls does not delay the others.
   */
  take(client?: string): Promise<() => void>;
  readonly taken: number;
  readonly waiting: number;
};

let hasStarted = false;

/** Whether the caller is the first to start in this turn of the event loop. */
function startsThisTurn(): boolean {
  if (hasStarted) return false;
  hasStarted = true;
  setImmediate(() => {
    hasStarted = false;
  });
  return true;
}

type Limits = {
  readonly atOnce: number;
  /** Of these, for one client; the rest stay available to other clients, even if none is waiting. */
  readonly perClient?: number;
  readonly waitingMax: number;
  readonly waitMs: number;
  /**
   * One start per turn of the event loop, among all that say so. For operations that may never wait: such an operation
   * has left its slot before the next request is read, so all requests received together would run before any other one
   * gets a turn.
   */
  readonly inTurns?: boolean;
};

/** Runs at most `atOnce` expensive operations concurrently in this process; a bounded number waits. */
export function slots({ atOnce, perClient = atOnce, waitingMax, waitMs, inTurns = false }: Limits): Slots {
  let taken = 0;
  let waiting = 0;
  const heldBy = new Map<string, number>();
  /** One queue per client, in round-robin order. */
  const queues = new Map<string, Set<Waiting>>();
  const busy = () => new Refusal('unavailable', { retryAfterS: Math.ceil(waitMs / 1000) });

  function leave(client: string, one: Waiting): void {
    const queue = queues.get(client);
    if (!queue?.delete(one)) return;
    waiting -= 1;
    clearTimeout(one.timer);
    if (queue.size === 0) queues.delete(client);
  }

  const mayStart = (client: string) => (heldBy.get(client) ?? 0) < perClient;

  function hold(client: string, change: 1 | -1): void {
    const held = (heldBy.get(client) ?? 0) + change;
    if (held === 0) heldBy.delete(client);
    else heldBy.set(client, held);
  }

  function start(holder: string): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      hold(holder, -1);
      for (const [client, queue] of queues) {
        const [next] = queue;
        if (!next || !mayStart(client)) continue;
        hold(client, 1);
        // The client moves to the end, with all its other waiting calls.
        queues.delete(client);
        queues.set(client, queue);
        leave(client, next);
        // Other requests get their turn first, even if the operations never wait for anything.
        setImmediate(next.go);
        return;
      }
      taken -= 1;
    };
  }

  /** A full queue drops the last call of the client with the most, unless that is the caller. */
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

  async function turn(): Promise<void> {
    while (inTurns && !startsThisTurn()) await nextTurn();
  }

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return waiting;
    },
    async take(client = '') {
      if (taken < atOnce && mayStart(client)) {
        taken += 1;
        hold(client, 1);
        await turn();
        return start(client);
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
      await turn();
      return start(client);
    },
  };
}
