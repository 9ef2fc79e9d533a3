import { hourMs } from '../units/durations.ts';
import { type SupportHours, supportStatus } from './support-hours.ts';
import type { TicketState } from './ticket-states.ts';

/** Response targets in support hours. */
const ticketTargetHours = { firstResponse: 4, resolution: 24 } as const;

/** Four years of working days; anything older is late anyway. */
const windowsMax = 1_000;

/** The time after the given amount of support time. Counts plain time if support is never open. */
export function addSupportMs(hours: SupportHours, from: Date, ms: number): Date {
  let at = from;
  let left = ms;
  for (let window = 0; window < windowsMax; window += 1) {
    const status = supportStatus(hours, at);
    if (!status.open) {
      if (status.opensAt === null) break;
      at = status.opensAt;
      continue;
    }
    const open = status.closesAt.getTime() - at.getTime();
    if (open >= left) return new Date(at.getTime() + left);
    left -= open;
    at = status.closesAt;
  }
  return new Date(at.getTime() + left);
}

/** The support time between two instants. */
export function supportMsBetween(hours: SupportHours, from: Date, to: Date): number {
  let at = from;
  let sum = 0;
  for (let window = 0; window < windowsMax && at < to; window += 1) {
    const status = supportStatus(hours, at);
    if (!status.open) {
      if (status.opensAt === null) return sum + (to.getTime() - at.getTime());
      at = status.opensAt;
      continue;
    }
    const until = Math.min(status.closesAt.getTime(), to.getTime());
    sum += until - at.getTime();
    at = status.closesAt;
  }
  return sum;
}

type TicketClock = {
  /** Support time accumulated before now. */
  readonly ranMs: number;
  /** Running since; null while it waits for the customer, is parked or has ended. */
  readonly since: Date | null;
  /** Deadline of the first response; null once given. */
  readonly responseDueAt: Date | null;
  /** Deadline of the solution if the clock keeps running; null while it is paused. */
  readonly resolveDueAt: Date | null;
};

const runsIn: readonly TicketState[] = ['new', 'open'];

export const freshClock = (hours: SupportHours, now: Date): TicketClock => ({
  ranMs: 0,
  since: now,
  responseDueAt: addSupportMs(hours, now, ticketTargetHours.firstResponse * hourMs),
  resolveDueAt: addSupportMs(hours, now, ticketTargetHours.resolution * hourMs),
});

/**
 * The clock after a transition. Leaving `new` ends the first-response deadline; waiting and parked time does not count.
 */
export function clockAfter(
  clock: TicketClock,
  step: { readonly from: TicketState; readonly to: TicketState },
  hours: SupportHours,
  now: Date,
): TicketClock {
  const responseDueAt = step.from === 'new' && step.to !== 'new' ? null : clock.responseDueAt;
  const runs = runsIn.includes(step.to);
  if (runs === (clock.since !== null)) return { ...clock, responseDueAt };
  if (!runs) {
    const ranMs = clock.ranMs + (clock.since ? supportMsBetween(hours, clock.since, now) : 0);
    return { ranMs, since: null, responseDueAt, resolveDueAt: null };
  }
  const left = Math.max(0, ticketTargetHours.resolution * hourMs - clock.ranMs);
  return { ranMs: clock.ranMs, since: now, responseDueAt, resolveDueAt: addSupportMs(hours, now, left) };
}
