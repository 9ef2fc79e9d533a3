import { isRecordKind, recordKind } from '@tuneport/domain/activity/record-kinds';
import { capitalized } from '@tuneport/domain/text/capitalized';

const credits: Readonly<Record<string, string>> = {
  'cr.ecu': 'ECU credits',
  'cr.tcu': 'TCU credits',
  'cr.awd': 'AWD credits',
  'cr.universal': 'credits',
};

export const unitName = (unit: string): string => credits[unit] ?? unit;

const split = (subject: string) => /^([a-z-]+):([1-9][0-9]*)$/.exec(subject);

/** "dealer:7" in readable form: Dealer 7. */
export function ownerName(owner: string): string {
  if (owner === 'house') return 'Platform';
  const [, kind = '', id = ''] = split(owner) ?? [];
  if (isRecordKind(kind)) return recordKind(kind).title(Number(id));
  return kind === '' ? owner : `${capitalized(kind.replaceAll('-', ' '))} ${id}`;
}

/** "order.captured" in readable form: Order captured. */
export const kindName = (kind: string): string => capitalized(kind.replaceAll(/[._-]/g, ' '));
