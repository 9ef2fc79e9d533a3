const listedMax = 5;
const lengthMax = 120;

/** A human-readable value of the log: a record by its name, a list by its first few items. */
export function historyText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    if (value.length === 0) return '–';
    const shown = value.slice(0, listedMax).map(historyText).join(', ');
    return value.length > listedMax ? `${shown} and ${value.length - listedMax} more` : shown;
  }
  if (typeof value === 'object') {
    const named = value as Record<string, unknown>;
    if (typeof named.name === 'string') return named.name;
    return Object.values(named)
      .filter((part) => part !== null)
      .map(String)
      .join(' ');
  }
  const text = String(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}
