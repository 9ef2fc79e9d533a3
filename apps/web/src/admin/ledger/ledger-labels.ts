const credits: Readonly<Record<string, string>> = {
  'cr.ecu': 'ECU credits',
  'cr.tcu': 'TCU credits',
  'cr.awd': 'AWD credits',
  'cr.universal': 'credits',
};

export const unitName = (unit: string): string => credits[unit] ?? unit;

const pages: Readonly<Record<string, (id: string) => string>> = {
  dealer: (id) => `/admin/dealers/${id}`,
  user: (id) => `/admin/users/${id}`,
  tuner: (id) => `/admin/tuners/${id}`,
  transaction: (id) => `/admin/transactions/${id}`,
};

const split = (subject: string) => /^([a-z-]+):([1-9][0-9]*)$/.exec(subject);

/** "dealer:7" in readable form: Dealer 7. */
export function ownerName(owner: string): string {
  if (owner === 'house') return 'House';
  const [, kind = '', id = ''] = split(owner) ?? [];
  return kind === '' ? owner : `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')} ${id}`;
}

/** The page of the record that an entry is about; null if it has none. */
export function subjectPage(subject: string): string | null {
  const [, kind = '', id = ''] = split(subject) ?? [];
  return pages[kind]?.(id) ?? null;
}

/** "order.captured" in readable form: Order captured. */
export function kindName(kind: string): string {
  const words = kind.replaceAll(/[._-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
