/** The drivetrain abbreviation, or null if the text is ambiguous. */
export function driveOf(text: string): 'FWD' | 'RWD' | 'AWD' | '4WD' | null {
  const said = text.toLowerCase();
  if (/all[- ]?wheel|\bawd\b/.test(said)) return 'AWD';
  if (/four[- ]?wheel|4[- ]?wheel|\b4wd\b|4x4/.test(said)) return '4WD';
  if (/front|\bfwd\b/.test(said)) return 'FWD';
  return /rear|\brwd\b/.test(said) ? 'RWD' : null;
}
