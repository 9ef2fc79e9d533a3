/**
 * Sanitizes a file name, on upload and, for names stored earlier, on download: no folders, quotes, control or
 * bidirectional characters, or leading dots.
 */
export function cleanName(name: string): string {
  const base = name.replaceAll('\\', '/').split('/').pop() ?? '';
  const clean = base
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b-\u200d\ufeff"]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return [...clean].slice(0, 150).join('') || 'file';
}
