type Names = {
  readonly make?: string | null | undefined;
  readonly year?: string | null | undefined;
  readonly model?: string | null | undefined;
};

/** "2015 Volkswagen Golf R", as far as it is known. Vehicles of the Series are named by make and model alone. */
export function vehicleTitle({ make, year, model }: Names): string {
  const parts = year === 'Series' ? [make, model ?? year] : [year, make, model];
  return parts.filter(Boolean).join(' ');
}
