import { percentText } from '@tuneport/domain/text/percent-text';
import { msg, t } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import { calendarDay } from '../../text/date-text.ts';

// A range of days in the address: a preset ("last-30-days"), or days ("2026-01-01..2026-01-31"), and with "~previous" or
// "~year" what it is compared with. Days are in UTC or, where the server says which day it is, in the company's time zone.

export const rangePresets = [
  { value: 'today', label: msg('Today') },
  { value: 'yesterday', label: msg('Yesterday') },
  { value: 'last-7-days', label: msg('Last 7 days') },
  { value: 'last-30-days', label: msg('Last 30 days') },
  { value: 'last-90-days', label: msg('Last 90 days') },
  { value: 'this-month', label: msg('This month') },
  { value: 'last-month', label: msg('Last month') },
  { value: 'this-quarter', label: msg('This quarter') },
  { value: 'last-quarter', label: msg('Last quarter') },
  { value: 'this-year', label: msg('This year') },
  { value: 'last-year', label: msg('Last year') },
] as const;
type RangePreset = (typeof rangePresets)[number]['value'];

export type Comparison = 'previous' | 'year';
/** Both days are included; a missing one leaves the range open. */
export type Days = { readonly from?: string; readonly to?: string };
export type DateRange = {
  readonly preset: RangePreset | null;
  readonly days: Days;
  readonly compare: Comparison | null;
};

/** The moment that presets count from: in the middle of the company's day, if the list has it. */
export const rangeNow = (today?: string): Date => (today === undefined ? new Date() : new Date(`${today}T12:00:00Z`));

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayText(Date.parse(text) || 0) === text;
const monthStart = (year: number, month: number) => Date.UTC(year, month, 1);

export function presetDays(preset: RangePreset, now: Date): Required<Days> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = Date.UTC(year, month, now.getUTCDate());
  const quarter = month - (month % 3);
  const between = (from: number, to: number) => ({ from: dayText(from), to: dayText(to) });
  const months = (from: number, count: number) =>
    between(monthStart(year, from), monthStart(year, from + count) - dayMs);
  switch (preset) {
    case 'today':
      return between(today, today);
    case 'yesterday':
      return between(today - dayMs, today - dayMs);
    case 'last-7-days':
      return between(today - 6 * dayMs, today);
    case 'last-30-days':
      return between(today - 29 * dayMs, today);
    case 'last-90-days':
      return between(today - 89 * dayMs, today);
    case 'this-month':
      return months(month, 1);
    case 'last-month':
      return months(month - 1, 1);
    case 'this-quarter':
      return months(quarter, 3);
    case 'last-quarter':
      return months(quarter - 3, 3);
    case 'this-year':
      return months(0, 12);
    case 'last-year':
      return months(-12, 12);
  }
}

/** null for a text that names no range. */
export function parseRange(text: string, now: Date): DateRange | null {
  const [range = '', suffix] = text.split('~');
  const compare = suffix === 'previous' || suffix === 'year' ? suffix : null;
  const preset = rangePresets.find(({ value }) => value === range)?.value ?? null;
  if (preset) return { preset, days: presetDays(preset, now), compare };
  const [from = '', to = '', more] = range.split('..');
  if (more !== undefined || !range.includes('..') || (from === '' && to === '')) return null;
  if ((from !== '' && !isDay(from)) || (to !== '' && !isDay(to)) || (from !== '' && to !== '' && from > to))
    return null;
  return { preset: null, days: { ...(from ? { from } : {}), ...(to ? { to } : {}) }, compare };
}

export function rangeValue({ preset, days, compare }: DateRange): string {
  const range = preset ?? `${days.from ?? ''}..${days.to ?? ''}`;
  return compare && days.from && days.to ? `${range}~${compare}` : range;
}

/**
 * The days a range is compared with: as many days directly before, or the same days a year ago. A period that is still
 * running is compared up to today only, so that half a month is not measured against a whole one.
 */
export function comparedDays({ days, compare }: DateRange, now: Date): Required<Days> | null {
  const { from, to } = days;
  if (!compare || !from || !to) return null;
  const today = dayText(now.getTime());
  const until = from <= today && to > today ? today : to;
  if (compare === 'year') return { from: yearBefore(from), to: yearBefore(until) };
  const start = previousStart(from, to);
  return { from: dayText(start), to: dayText(start + Date.parse(until) - Date.parse(from)) };
}

/** Whole months are compared with whole months, whatever their length. */
function previousStart(from: string, to: string): number {
  const [start, end] = [new Date(from), new Date(Date.parse(to) + dayMs)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  if (start.getUTCDate() === 1 && end.getUTCDate() === 1 && months > 0)
    return monthStart(start.getUTCFullYear(), start.getUTCMonth() - months);
  return start.getTime() - (end.getTime() - start.getTime());
}

function yearBefore(day: string): string {
  const at = new Date(day);
  const year = at.getUTCFullYear() - 1;
  // 29 February is compared with 28 February.
  const last = new Date(Date.UTC(year, at.getUTCMonth() + 1, 0)).getUTCDate();
  return dayText(Date.UTC(year, at.getUTCMonth(), Math.min(at.getUTCDate(), last)));
}

export function daysText({ from, to }: Days): string {
  if (from && to) return from === to ? calendarDay(from) : `${calendarDay(from)} – ${calendarDay(to)}`;
  if (from) return t('from {from}', { from: calendarDay(from) });
  return to ? t('until {to}', { to: calendarDay(to) }) : '';
}

export function rangeLabel(text: string, now: Date): string {
  const range = parseRange(text, now);
  if (!range) return text;
  const preset = rangePresets.find(({ value }) => value === range.preset);
  const name = preset ? t(preset.label) : daysText(range.days);
  return range.compare ? `${name}, ${range.compare === 'year' ? t('vs a year ago') : t('vs previous')}` : name;
}

/** "+8%", "−12%"; null where there is nothing to compare with. */
export function changeText(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${percentText(Math.abs(percent))}`;
}
