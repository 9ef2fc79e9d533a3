import { numberText } from '@tuneport/domain/text/text';

/** Round numbers between two bounds, about as many as requested. */
export function ticks(from: number, to: number, about: number): number[] {
  const span = to - from;
  if (!(span > 0) || !Number.isFinite(span)) return Number.isFinite(from) ? [from] : [];
  const rough = span / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((nth) => nth * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.min(Math.floor(to / step + 1e-9) - first, 200);
  return Array.from({ length: count + 1 }, (_, nth) => (first + nth) * step);
}

/** As many decimals as the step between two ticks needs. */
export function tickText(value: number, all: readonly number[]): string {
  const step = all.length > 1 ? Math.abs((all[1] as number) - (all[0] as number)) : Math.abs(value) || 1;
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));
  return numberText(value, digits);
}
