/** A human-readable wait: "45 seconds", "3 minutes", "2 hours". */
export function waitText(seconds: number): string {
  if (seconds < 90) return plural(Math.ceil(seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
