// Postal code formats by country. For other countries any text of reasonable length is accepted, so an unknown format
// does not block a shipment.
const shapes: Readonly<Record<string, { readonly shape: RegExp; readonly example: string }>> = {
  AT: { shape: /^\d{4}$/, example: '1010' },
  AU: { shape: /^\d{4}$/, example: '2000' },
  BE: { shape: /^\d{4}$/, example: '1000' },
  CA: { shape: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/, example: 'V5K 0A1' },
  CH: { shape: /^\d{4}$/, example: '8001' },
  CZ: { shape: /^\d{3} ?\d{2}$/, example: '110 00' },
  DE: { shape: /^\d{5}$/, example: '10115' },
  DK: { shape: /^\d{4}$/, example: '1050' },
  ES: { shape: /^\d{5}$/, example: '28001' },
  FI: { shape: /^\d{5}$/, example: '00100' },
  FR: { shape: /^\d{5}$/, example: '75001' },
  GB: { shape: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/, example: 'SW1A 1AA' },
  IT: { shape: /^\d{5}$/, example: '00118' },
  JP: { shape: /^\d{3}-?\d{4}$/, example: '100-0001' },
  MX: { shape: /^\d{5}$/, example: '01000' },
  NL: { shape: /^\d{4} ?[A-Z]{2}$/, example: '1012 AB' },
  NO: { shape: /^\d{4}$/, example: '0150' },
  NZ: { shape: /^\d{4}$/, example: '1010' },
  PL: { shape: /^\d{2}-?\d{3}$/, example: '00-001' },
  PT: { shape: /^\d{4}-?\d{3}$/, example: '1000-001' },
  RO: { shape: /^\d{6}$/, example: '010011' },
  SE: { shape: /^\d{3} ?\d{2}$/, example: '111 22' },
  US: { shape: /^\d{5}(-\d{4})?$/, example: '90210' },
};
const withoutCodes = new Set(['AE', 'AG', 'AO', 'BS', 'BZ', 'BW', 'FJ', 'GD', 'GH', 'HK', 'IE', 'JM', 'QA', 'ZW']);

/** The normalized code, or the error message. */
export function checkPostalCode(countryCode: string, text: string): { code: string } | { problem: string } {
  const country = countryCode.trim().toUpperCase();
  const code = text.trim().replace(/\s+/g, ' ').toUpperCase();
  if (code === '') return withoutCodes.has(country) ? { code } : { problem: 'Enter a postal code.' };
  const known = shapes[country];
  if (known && !known.shape.test(code)) return { problem: `Enter a postal code such as ${known.example}.` };
  return code.length > 12 ? { problem: 'A postal code can have at most 12 characters.' } : { code };
}
