import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pagePolicy } from './page-policy.ts';

const none = { googleAnalytics: false, metaPixel: false };
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1);

describe('the content security policy of a page', () => {
  const html =
    '<script>one()</script><script type="module" async="">two()\n</script><script src="/assets/x.js"></script><style>a{}</style>';

  test('allows exactly the inline scripts of that page, by hash', () => {
    expect(directive(pagePolicy(html, none), 'script-src')).toBe(`'self' ${hash('one()')} ${hash('two()\n')}`);
  });

  test('has nothing to allow for data, and is not fooled by what only looks like it', () => {
    const data =
      '<script type="application/ld+json">{"a":1}</script><script id="x" type="application/json">{"a":"type=module"}</script>';
    expect(directive(pagePolicy(data, none), 'script-src')).toBe("'self'");
    const runs = '<script data-of="application/json">run()</script>';
    expect(directive(pagePolicy(runs, none), 'script-src')).toBe(`'self' ${hash('run()')}`);
  });

  test('never allows inline styles', () => {
    expect(directive(pagePolicy(html, { googleAnalytics: true, metaPixel: true }), 'style-src')).toBe("'self'");
  });

  test('never allows inline scripts, evaluation or a foreign frame', () => {
    const policy = pagePolicy(html, { googleAnalytics: true, metaPixel: true });
    expect(directive(policy, 'script-src')).not.toMatch(/unsafe|\*|data:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("default-src 'none'");
  });

  test('S202 names the hosts of a tracker only where the operator has configured it', () => {
    expect(pagePolicy(html, none)).not.toMatch(/google|facebook/);
    const google = pagePolicy(html, { googleAnalytics: true, metaPixel: false });
    expect(google).toContain('https://www.googletagmanager.com');
    expect(google).not.toContain('facebook');
    expect(pagePolicy(html, { googleAnalytics: false, metaPixel: true })).toContain('https://connect.facebook.net');
  });

  test('names reCAPTCHA only where forms are guarded by it', () => {
    const guarded = pagePolicy(html, { ...none, recaptcha: 'https://www.google.com/recaptcha' });
    for (const name of ['script-src', 'frame-src', 'connect-src'])
      expect(directive(guarded, name)).toContain('https://www.google.com/recaptcha/');
    expect(directive(pagePolicy(html, none), 'frame-src')).toBe("'self'");
  });
});
