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

export const hashOf = (code: string): string =>
  `'sha256-${createHash('sha256').update(code, 'utf8').digest('base64')}'`;

/** A page whose address is a secret runs no third-party script that could read it. */
export const untracked = (tracking: PageTracking): PageTracking => ({
  ...tracking,
  googleAnalytics: false,
  metaPixel: false,
});

/**
 * The content security policy of a page. Inline scripts are allowed by the hashes of the product's own constants, never by what
 * happens to be in the page: a script that got into its content does not run. A nonce could not be kept in the HTML cache.
 * Styles come from our files alone: no page writes a `style` attribute, and what scripts set through `element.style` is
 * not inline to a browser.
 */
export function pagePolicy(scriptHashes: readonly string[], tracking: PageTracking): string {
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
