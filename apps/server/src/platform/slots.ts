import { Refusal } from './refusal.ts';

type Waiting = { readonly go: () => void; readonly timer: NodeJS.Timeout };

export type Slots = {
  /** Waits for a slot and answers how to release it. Refused with Retry-After when the queue is full or the wait too long. */
  take(): Promise<() => void>;
  readonly taken: number;
};

/** At most `atOnce` of something expensive at the same time in this process; a bounded number waits in line. */
export function slots({ atOnce, waitingMax, waitMs }: { atOnce: number; waitingMax: number; waitMs: number }): Slots {
  let taken = 0;
  const line = new Set<Waiting>();
  const busy = () => new Refusal('unavailable', { retryAfterS: Math.ceil(waitMs / 1000) });

  function releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = line;
      if (!next) {
        taken -= 1;
        return;
      }
      line.delete(next);
      clearTimeout(next.timer);
      next.go();
    };
  }

  return {
    get taken() {
      return taken;
    },
    async take() {
      if (taken < atOnce) {
        taken += 1;
        return releaseOnce();
      }
      if (line.size >= waitingMax) throw busy();
      await new Promise<void>((go, giveUp) => {
        const timer = setTimeout(() => {
          line.delete(waiting);
          giveUp(busy());
        }, waitMs);
        const waiting: Waiting = { go, timer };
        line.add(waiting);
      });
      return releaseOnce();
    },
  };
}
