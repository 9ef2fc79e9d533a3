import { numberText } from '@tuneport/domain/text/text';
import { amountText, type WireMoney } from '../../../ui/text/money-text.ts';

export const count = (value: number): string => numberText(value);
export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part / whole < 0.1 ? 1 : 0)}%`;

/** "2 min 05 s" */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** "25 min", "3.5 h", "2.1 days" */
export function hours(value: number): string {
  if (value < 1) return `${Math.round(value * 60)} min`;
  return value < 48 ? `${value.toFixed(value < 10 ? 1 : 0)} h` : `${(value / 24).toFixed(1)} days`;
}

/** Only for comparisons and the height of a bar; amounts are shown as the server wrote them. */
export const inUnits = (money: WireMoney | undefined): number => Number(money?.amount ?? 0);

/** Money on the axis of a chart; cents only where there are some. */
export const chartAmount = (value: number): string => amountText(value.toFixed(Number.isInteger(value) ? 0 : 2));

export const amountIn = (amounts: readonly WireMoney[], currency: string): WireMoney =>
  amounts.find((money) => money.currency === currency) ?? { amount: '0', currency };
