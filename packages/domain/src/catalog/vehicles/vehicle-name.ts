type Names = {
  readonly make?: string | null | undefined;
  readonly year?: string | null | undefined;
  readonly model?: string | null | undefined;
};

/** "2015 Volkswagen Golf R", as far as known. Vehicles of the Series have no year in their title. */
export function vehicleTitle({ make, year, model }: Names): string {
  const parts = year === 'Series' ? [make, model ?? year] : [year, make, model];
  return parts.filter(Boolean).join(' ');
}
