/** The drivetrain abbreviation, or null if the text is ambiguous. */
export function driveOf(text: string): 'FWD' | 'RWD' | 'AWD' | '4WD' | null {
  const lower = text.toLowerCase();
  if (/all[- ]?wheel|\bawd\b/.test(lower)) return 'AWD';
  if (/four[- ]?wheel|4[- ]?wheel|\b4wd\b|4x4/.test(lower)) return '4WD';
  if (/front|\bfwd\b/.test(lower)) return 'FWD';
  return /rear|\brwd\b/.test(lower) ? 'RWD' : null;
}
