import { createHash } from 'node:crypto';

/** Outside scripts exist on a page only when the operator has configured them. */
export type PageTracking = {
  readonly googleAnalytics: boolean;
  readonly metaPixel: boolean;
  /** Where reCAPTCHA's scripts come from, when forms are guarded by it. */
  readonly recaptcha?: string | null;
  /** Cards are typed into frames of Stripe's. */
  readonly stripe?: boolean;
};

const opening = '<script';
const closing = '</script>';
/** What a browser would not run from the page: a file, and data, which needs nobody's permission. */
const isNotOurs = /\ssrc=|\stype="application\/(?:ld\+)?json"/;

/** What a browser would run. Looked for by hand, since the data of a page is most of it and may stay unread. */
function* inlineScripts(html: string): Generator<string> {
  for (let at = html.indexOf(opening); at >= 0; ) {
    const begin = html.indexOf('>', at) + 1;
    const end = html.indexOf(closing, begin);
    if (begin === 0 || end < 0) return;
    if (!isNotOurs.test(html.slice(at, begin))) yield html.slice(begin, end);
    at = html.indexOf(opening, end + closing.length);
  }
}

/** The same few scripts stand on every page. */
const hashes = new Map<string, string>();
const hashesMax = 200;

function hashOf(code: string): string {
  const known = hashes.get(code);
  if (known) return known;
  const hash = `'sha256-${createHash('sha256').update(code, 'utf8').digest('base64')}'`;
  if (hashes.size >= hashesMax) hashes.clear();
  hashes.set(code, hash);
  return hash;
}

/**
 * The content security policy of one page: its own inline scripts by hash. A nonce could not be kept in the HTML cache.
 * Styles come from our files alone: no page writes a `style` attribute, and what scripts set through `element.style` is
 * not inline to a browser.
 */
export function pagePolicy(html: string, tracking: PageTracking): string {
  const own = new Set<string>();
  for (const code of inlineScripts(html)) own.add(hashOf(code));
  const script = ["'self'", ...own];
  const connect = ["'self'"];
  const image = ["'self'", 'data:', 'blob:'];
  if (tracking.googleAnalytics) {
    script.push('https://www.googletagmanager.com');
    connect.push(
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://www.googletagmanager.com',
    );
    image.push('https://*.google-analytics.com', 'https://www.googletagmanager.com');
  }
  if (tracking.metaPixel) {
    script.push('https://connect.facebook.net');
    connect.push('https://www.facebook.com');
    image.push('https://www.facebook.com');
  }
  const frame = ["'self'"];
  if (tracking.recaptcha) {
    // The script of the real service brings a second one from its own file host.
    const sources = [`${tracking.recaptcha}/`, 'https://www.gstatic.com/recaptcha/'];
    script.push(...sources);
    connect.push(...sources);
    frame.push(...sources);
  }
  if (tracking.stripe) {
    script.push('https://js.stripe.com', 'https://*.js.stripe.com');
    connect.push('https://api.stripe.com');
    frame.push('https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com');
  }
  return [
    "default-src 'none'",
    `script-src ${script.join(' ')}`,
    "style-src 'self'",
    `img-src ${image.join(' ')}`,
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    `frame-src ${frame.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
