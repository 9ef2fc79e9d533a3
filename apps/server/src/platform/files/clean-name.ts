/**
 * A name from anywhere, made harmless at the way in and, since old ones are stored, at the way out: no folders, no quotes, no control
 * or direction signs, no leading dots.
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
