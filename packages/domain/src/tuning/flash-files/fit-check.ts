import type { ChangeSummary } from './change-summary.ts';
import { shareText } from './change-summary.ts';
import type { ChecksumResult } from './checksums.ts';
import type { Found, Identified } from './found.ts';
import type { Sniffed } from './sniff-file.ts';

const mismatches = [
  'not_a_tune',
  'format',
  'unchanged',
  'size',
  'family',
  'part_number',
  'hardware',
  'software_id',
  'vin',
  'too_much_changed',
  'checksum',
] as const;
type MismatchReason = (typeof mismatches)[number];
type Mismatch = { readonly reason: MismatchReason; readonly message: string };

type FitSide = { readonly sniffed: Sniffed; readonly identified: Identified; readonly sizeBytes: number };

/** Above this share it is a different file, not a tune of this one. */
const changedShareMax = 0.25;

/**
 * Lists every reason why a file must not be delivered for a request's control unit, so that a tuner sees a wrong file
 * immediately. Facts that one of the files does not contain are not compared.
 */
export function findMismatches(
  original: FitSide,
  delivered: FitSide,
  change: ChangeSummary | null,
  checksums: ChecksumResult,
): readonly Mismatch[] {
  const found: Mismatch[] = [];
  const refuse = (reason: MismatchReason, message: string) => found.push({ reason, message });
  if (delivered.sniffed.kind !== 'tune') {
    refuse('not_a_tune', `This is not a tune file but ${delivered.sniffed.format}.`);
    return found;
  }
  const sameForm = isSameForm(original.sniffed, delivered.sniffed);
  if (!sameForm)
    refuse('format', `The customer sent ${original.sniffed.format}, but this is ${delivered.sniffed.format}.`);
  if (change?.changedBytes === 0) refuse('unchanged', 'This is the original file, unchanged.');
  if (sameForm && delivered.sniffed.material === 'image' && original.sizeBytes !== delivered.sizeBytes)
    refuse('size', `The original has ${bytes(original.sizeBytes)}, but this file has ${bytes(delivered.sizeBytes)}.`);
  const [one, two] = [original.identified, delivered.identified];
  if (
    one.family &&
    two.family &&
    one.family.sure !== 'hint' &&
    two.family.sure !== 'hint' &&
    !sameFamily(one.family.value, two.family.value)
  )
    refuse('family', `The original is for ${one.family.value}, but this file is for ${two.family.value}.`);
  for (const [reason, word, mine, theirs] of [
    ['part_number', 'part number', one.partNumbers, two.partNumbers],
    ['hardware', 'hardware number', one.hardwareNumbers, two.hardwareNumbers],
    ['software_id', 'software', one.softwareIds, two.softwareIds],
    ['vin', 'VIN', one.vins, two.vins],
  ] as const) {
    const other =
      otherThan(trusted(mine), trusted(theirs)) ?? (reason === 'vin' ? otherAtSamePlace(mine, theirs) : null);
    if (other)
      refuse(
        reason,
        reason === 'vin'
          ? 'The two files have different VINs.'
          : `The original has ${word} ${other[0]}, but this file has ${other[1]}.`,
      );
  }
  if (change && sameForm && change.originalBytes === change.deliveredBytes && change.share > changedShareMax)
    refuse(
      'too_much_changed',
      `${shareText(change.share)} of the file differs; a tune changes far less than ${shareText(changedShareMax)}.`,
    );
  if (checksums.state === 'wrong') refuse('checksum', `A checksum is wrong in ${checksums.what}.`);
  return found;
}

/**
 * The first value of each if both have values and none is equal. Numbers and names are compared separately, because
 * some makers write one number into all their files.
 */
function otherThan(mine: readonly string[], theirs: readonly string[]): readonly [string, string] | null {
  for (const isNumber of [true, false]) {
    const [left, right] = [mine, theirs].map((list) => list.filter((value) => /^\d+$/.test(value) === isNumber));
    const [one, two] = [left?.[0], right?.[0]];
    if (one !== undefined && two !== undefined && !left?.some((value) => right?.includes(value))) return [one, two];
  }
  return null;
}

/** A possible VIN counts as one if the other file has a different one at the same offset. */
function otherAtSamePlace(mine: readonly Found[], theirs: readonly Found[]): readonly [string, string] | null {
  for (const { value, at } of mine) {
    const other = theirs.find((one) => one.at === at && one.value !== value);
    if (other) return [value, other.value];
  }
  return null;
}

/**
 * An image is an image regardless of its extension; containers and records can only be read by the tool that wrote
 * them.
 */
const isSameForm = (one: Sniffed, two: Sniffed): boolean =>
  one.material === two.material &&
  (one.format === two.format || (one.material !== 'container' && one.material !== 'records'));

const trusted = (list: readonly Found[]) => list.filter(({ sure }) => sure === 'certain').map(({ value }) => value);
const bytes = (size: number) => `${size.toLocaleString('en-US')} bytes`;
/** ME7 also matches ME7.5: one name may be more specific, and some are written without the point. */
function sameFamily(one: string, two: string): boolean {
  const [left = '', right = ''] = [one, two].map((name) => name.replaceAll('.', ''));
  return left.startsWith(right) || right.startsWith(left);
}
