/** Facts that a reading tool wrote into the file name; only hints for the form. */
type NameHints = {
  readonly make: string | null;
  readonly model: string | null;
  readonly year: number | null;
  readonly ecu: string | null;
  readonly readMethod: 'obd' | 'bench' | 'boot' | null;
};

const none: NameHints = { make: null, model: null, year: null, ecu: null, readMethod: null };

export function readName(name: string): NameHints {
  const base = name.slice(0, 300).replace(/\.[^.]*$/, '');
  const method = /(?:^|[_-])(OBD|Bench|Boot)(?:[_-]|$)/i.exec(base)?.[1]?.toLowerCase() as
    | NameHints['readMethod']
    | undefined;
  if (!method) return none;
  if (base.includes('_')) {
    const parts = base.split('_');
    const year = parts.findIndex((part) => /^(?:19|20)\d\d$/.test(part));
    const at = parts.findIndex((part) => part.toLowerCase() === method);
    return {
      make: parts[0]?.replaceAll('-', ' ') || null,
      model: year > 1 ? parts.slice(1, year).join(' ') : null,
      year: year > 0 ? Number(parts[year]) : null,
      ecu: at > 0 ? (parts[at - 1] ?? null) : null,
      readMethod: method,
    };
  }
  const parts = base.split('-');
  const at = parts.findIndex((part) => part.toLowerCase() === method);
  return {
    ...none,
    make: at >= 3 ? (parts[0] ?? null) : null,
    ecu: at > 0 ? (parts[at - 1] ?? null) : null,
    readMethod: method,
  };
}
