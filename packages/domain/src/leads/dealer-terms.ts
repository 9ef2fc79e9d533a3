/** The credit limit that a deal proposes: a twelfth of its value, as a year's purchases, rounded up to hundreds. */
export function proposedLimit(value: string): string {
  const units = Number(value);
  return Number.isFinite(units) && units > 0 ? String(Math.ceil(units / 12 / 100) * 100) : '0';
}
