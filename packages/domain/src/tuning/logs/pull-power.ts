import { t } from '../../text/text.ts';
import { type Gearing, gearingOf } from './gearing.ts';
import type { ParsedLog } from './log-types.ts';
import { type MeasuredRun, measuredRun } from './measured-power.ts';
import { type Pull, rpmOf } from './pulls.ts';
import { type DynoInput, type DynoRun, virtualDyno } from './virtual-dyno.ts';

export type PullPower =
  | { readonly kind: 'measured'; readonly run: MeasuredRun }
  | { readonly kind: 'estimated'; readonly run: Extract<DynoRun, { ok: true }>; readonly gearing: Gearing | null }
  | { readonly kind: 'none'; readonly reason: string };

type PowerOptions = Pick<DynoInput, 'massKg' | 'massError' | 'lossShare' | 'smoothRpm'> & {
  /** null: determined from the log. */
  readonly kmhPer1000Rpm: number | null;
};

/**
 * The power of a pull: measured by a dyno, else estimated from mass and acceleration, else the reason why there is
 * none.
 */
export function powerOfPull(log: ParsedLog, pull: Pull, options: PowerOptions): PullPower {
  const measured = measuredRun(log, pull);
  if (measured) return { kind: 'measured', run: measured };
  const rpm = rpmOf(log);
  if (!rpm) return { kind: 'none', reason: t('No estimate: the log has no engine speed.') };
  const found = options.kmhPer1000Rpm === null ? gearingOf(log, pull) : null;
  if (found && !found.ok) return { kind: 'none', reason: found.reason };
  const gearing = found?.gearing ?? null;
  let { from, to } = pull;
  while (gearing && from < to && (rpm.times[from] as number) < gearing.fromS) from++;
  while (gearing && to > from && (rpm.times[to] as number) > gearing.toS) to--;
  const run = virtualDyno({
    ...options,
    timesS: rpm.times.subarray(from, to + 1),
    rpm: rpm.values.subarray(from, to + 1),
    kmhPer1000Rpm: gearing?.kmhPer1000Rpm ?? options.kmhPer1000Rpm ?? 0,
    ...(gearing ? { gearingError: gearing.errorShare } : {}),
  });
  return run.ok ? { kind: 'estimated', run, gearing } : { kind: 'none', reason: run.reason };
}
