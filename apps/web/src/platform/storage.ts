// The browser may refuse storage (private mode, full disk); that must never cause an error.

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The value lasts for this page only.
  }
}

const yearS = 365 * 24 * 3600;

export function readCookies(text: string = document.cookie): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of text.split('; ')) {
    const at = part.indexOf('=');
    if (at > 0) cookies[part.slice(0, at)] = part.slice(at + 1);
  }
  return cookies;
}

/** A choice of the visitor that the server may also read; never a secret. */
export function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${name}=${value}; Path=/; Max-Age=${yearS}; SameSite=Lax${secure}`;
}
