import { createHash } from 'node:crypto';

/** Third-party scripts are on a page only if the operator configured them. */
export type PageTracking = {
  readonly googleAnalytics: boolean;
  readonly metaPixel: boolean;
  /** Origin of the reCAPTCHA scripts, if forms use it. */
  readonly recaptcha?: string | null;
  /** Cards are entered in Stripe's iframes. */
  readonly stripe?: boolean;
};

export const hashOf = (code: string): string =>
  `'sha256-${createHash('sha256').update(code, 'utf8').digest('base64')}'`;

/** A page with a secret URL runs no third-party script that could read it. */
export const untracked = (tracking: PageTracking): PageTracking => ({
  ...tracking,
  googleAnalytics: false,
  metaPixel: false,
});

/**
 * The content security policy of a page. Inline scripts are allowed by hashes of the product's own constants, never by
 * the content of the page, so an injected script does not run. A nonce could not be cached with the HTML. Styles come
 * from our files and the hashed stylesheet of the site's colours: no page writes a `style` attribute, and changes through
 * `element.style` do not count as inline.
 */
export function pagePolicy(scriptHashes: readonly string[], tracking: PageTracking, themeCss = ''): string {
  const script = ["'self'", ...scriptHashes];
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
    // The real reCAPTCHA script loads a second one from this host.
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
    `style-src 'self'${themeCss === '' ? '' : ` ${hashOf(themeCss)}`}`,
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
