import { numberText, plural, t } from '../../text/text.ts';

type ChangedRegion = { readonly start: number; readonly end: number; readonly changedBytes: number };

export type ChangeSummary = {
  readonly originalBytes: number;
  readonly deliveredBytes: number;
  readonly changedBytes: number;
  /** Fraction of the longer file, 0 to 1. */
  readonly share: number;
  readonly regionCount: number;
  /** The largest regions in file order; `regionCount` is the total. */
  readonly regions: readonly ChangedRegion[];
};

/** Changes this close together are one region, because the changed values of a map have gaps between them. */
const gapBytes = 32;
const regionsShown = 200;

/** Bytes that only one file has count as changed. `end` is exclusive. */
export function summariseChange(original: Uint8Array, delivered: Uint8Array): ChangeSummary {
  const shorter = Math.min(original.length, delivered.length);
  const longer = Math.max(original.length, delivered.length);
  const regions: { start: number; end: number; changedBytes: number }[] = [];
  let last: (typeof regions)[number] | undefined;
  let changedBytes = 0;
  const add = (start: number, count: number) => {
    changedBytes += count;
    if (last && start - last.end <= gapBytes) {
      last.end = start + count;
      last.changedBytes += count;
    } else {
      last = { start, end: start + count, changedBytes: count };
      regions.push(last);
    }
  };
  for (let at = 0; at < shorter; at += 1) if (original[at] !== delivered[at]) add(at, 1);
  if (longer > shorter) add(shorter, longer - shorter);
  const shown = [...regions].sort((one, two) => two.changedBytes - one.changedBytes).slice(0, regionsShown);
  return {
    originalBytes: original.length,
    deliveredBytes: delivered.length,
    changedBytes,
    share: longer === 0 ? 0 : changedBytes / longer,
    regionCount: regions.length,
    regions: shown.sort((one, two) => one.start - two.start),
  };
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** Small shares stay visible: 0.004% is not rounded to zero. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent === 0) return '0%';
  if (percent < 0.01) return 'less than 0.01%';
  return `${percent < 1 ? percent.toFixed(2) : percent.toFixed(1)}%`;
}

const shareLabel = (share: number): string => {
  const percent = share * 100;
  const text = (value: number, digits: number) => t('{percent}%', { percent: numberText(value, digits) });
  if (percent > 0 && percent < 0.01) return t('less than {percent}', { percent: text(0.01, 2) });
  return percent === 0 ? text(0, 0) : text(percent, percent < 1 ? 2 : 1);
};

/** The amount of change, as shown to customer, tuner and reviewer. */
export function changeLabel({
  changedBytes,
  share,
  regionCount,
  originalBytes,
  deliveredBytes,
}: ChangeSummary): string {
  if (changedBytes === 0) return t('This file is identical to the original, byte for byte.');
  const bytes = (number: number) => plural(number, { one: '{count} byte', other: '{count} bytes' });
  const change = plural(
    changedBytes,
    {
      one: '{count} byte differs from the original, {share} of the file, in {places}.',
      other: '{count} bytes differ from the original, {share} of the file, in {places}.',
    },
    {
      share: shareLabel(share),
      places: plural(regionCount, { one: '{count} place', other: '{count} places' }),
    },
  );
  const size =
    originalBytes === deliveredBytes
      ? t('The size is the same.')
      : t('The size changed from {before} to {after}.', { before: bytes(originalBytes), after: bytes(deliveredBytes) });
  return `${change} ${size}`;
}

/** For the tuner: one line per region in hex editor notation. */
export const changeInDetail = ({ regions }: ChangeSummary): readonly string[] =>
  regions.map(
    ({ start, end, changedBytes }) =>
      `${hexPlace(start)}–${hexPlace(end - 1)}: ${count(changedBytes, 'byte', 'bytes')} of ${(end - start).toLocaleString('en-US')}`,
  );

const hexPlace = (at: number): string => at.toString(16).toUpperCase().padStart(6, '0');
