export const rememberedPathMs = 300_000;
const pathLengthMax = 2048;
const decodeRoundsMax = 5;

type RememberedPath = { readonly path: string; readonly expiresAtMs: number };

// Any origin works as a base; the result only has to stay on it.
const anyOrigin = 'https://origin.invalid';

// C0, DEL, C1, line and paragraph separators, and bidirectional control characters.
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

const beforeQuery = (text: string): string => text.split(/[?#]/, 1)[0] ?? '';

function resolve(text: string): URL | null {
  try {
    const url = new URL(text, anyOrigin);
    return url.origin === anyOrigin && !url.username && !url.password ? url : null;
  } catch {
    return null;
  }
}

/** The text and each result of decoding it repeatedly; null if that does not terminate. */
function decodings(text: string): string[] | null {
  const seen = [text];
  let current = text;
  for (let round = 0; round < decodeRoundsMax; round += 1) {
    let next: string;
    try {
      next = decodeURIComponent(current);
    } catch {
      return null;
    }
    if (next === current) return seen;
    seen.push(next);
    current = next;
  }
  return null;
}

function leavesTheSite(text: string): boolean {
  if (!text.startsWith('/') || unprintable.test(text)) return true;
  const path = beforeQuery(text);
  if (path.includes('\\') || path.includes('//')) return true;
  const url = resolve(text);
  return url === null || url.pathname.includes('//');
}

const namesAuth = (text: string): boolean => {
  const resolved = resolve(text);
  return `${text}\n${resolved?.pathname ?? ''}`.normalize('NFKC').toLowerCase().includes('/auth/');
};

/**
 * Returns a path on this site that is safe to redirect to: starts with one slash, never leaves the origin however often
 * it is decoded, and is not a login page (which becomes '/'). Anything else becomes the fallback.
 */
export function safeLocalPath(input: unknown, fallback = '/'): string {
  if (typeof input !== 'string' || input.length === 0 || input.length > pathLengthMax) return fallback;
  const forms = decodings(input);
  if (forms === null || forms.some(leavesTheSite)) return fallback;
  if (forms.some(namesAuth)) return '/';
  const url = resolve(input);
  return url ? url.pathname + url.search + url.hash : fallback;
}

export function rememberPath(path: unknown, now: Date): RememberedPath {
  return { path: safeLocalPath(path), expiresAtMs: now.getTime() + rememberedPathMs };
}

/** The redirect target after login. The stored value comes from the browser, so it is validated again. */
export function recallPath(memory: unknown, now: Date): string {
  if (typeof memory !== 'object' || memory === null || !('path' in memory) || !('expiresAtMs' in memory)) return '/';
  const leftMs = typeof memory.expiresAtMs === 'number' ? memory.expiresAtMs - now.getTime() : Number.NaN;
  return leftMs >= 0 && leftMs <= rememberedPathMs ? safeLocalPath(memory.path) : '/';
}
