import { msg } from '../text/text.ts';

/** What the timeline of a car is filtered by. */
export const passportKinds = {
  tune: msg('Tunes'),
  dyno: msg('Dyno sheets'),
  log: msg('Logs'),
  purchase: msg('Receipts'),
  ticket: msg('Tickets'),
  note: msg('Notes'),
  fact: msg('Facts'),
} as const;
export type PassportKind = keyof typeof passportKinds;
export const passportKindNames = Object.keys(passportKinds) as [PassportKind, ...PassportKind[]];

export const passportEvents = {
  requested: msg('Tune requested'),
  delivered: msg('Tuned file delivered'),
  paid: msg('Tune purchased'),
  tool: msg('Tool access purchased'),
  uploaded: msg('Log uploaded'),
  measured: msg('Dyno run'),
  opened: msg('Ticket opened'),
  noted: msg('Note'),
  changed: msg('Details changed'),
  added: msg('Added to the garage'),
  received: msg('Changed owner'),
  'handed-over': msg('Handed over'),
} as const;
export type PassportEvent = keyof typeof passportEvents;
export const passportEventNames = Object.keys(passportEvents) as [PassportEvent, ...PassportEvent[]];

/** The details of a car whose change is part of its history. */
export const vehicleDetails = { vin: msg('VIN'), car: msg('Car'), tool: msg('Tool') } as const;

/** What a shared link can show. Names, addresses and the whole VIN are in no part. */
export const passportParts = {
  facts: { label: msg('Details and changes of owner'), kinds: ['fact'] },
  vin: { label: msg('VIN, masked'), kinds: [] },
  tunes: { label: msg('Tunes and dates'), kinds: ['tune'] },
  dyno: { label: msg('Dyno sheets'), kinds: ['dyno'] },
  logs: { label: msg('Logs: names and dates'), kinds: ['log'] },
  receipts: { label: msg('Receipts, without prices'), kinds: ['purchase'] },
  prices: { label: msg('Prices on receipts'), kinds: ['purchase'] },
  notes: { label: msg('Your notes'), kinds: ['note'] },
  tickets: { label: msg('Ticket titles'), kinds: ['ticket'] },
} as const satisfies Record<string, { label: string; kinds: readonly PassportKind[] }>;
export type PassportPart = keyof typeof passportParts;
export const passportPartNames = Object.keys(passportParts) as [PassportPart, ...PassportPart[]];
export const defaultParts: readonly PassportPart[] = ['facts', 'tunes', 'dyno'];

export const partKinds = (parts: readonly PassportPart[]): PassportKind[] => [
  ...new Set(parts.flatMap((part) => [...passportParts[part].kinds])),
];

export const shareDays = { min: 1, max: 365, usual: 30 } as const;

/** Enough to compare with the papers, too little to look the car up. */
export const maskedVin = (vin: string): string =>
  vin.length < 8 ? '•'.repeat(vin.length) : `${vin.slice(0, 3)}${'•'.repeat(vin.length - 6)}${vin.slice(-3)}`;
