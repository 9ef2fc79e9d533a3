import { describe, expect, test } from 'vitest';
import { hashOf, pagePolicy } from './page-policy.ts';

const none = { googleAnalytics: false, metaPixel: false };
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.slice(name.length + 1);

describe('the content security policy of a page', () => {
  const known = [hashOf('one()'), hashOf('two()\n')];

  test('allows exactly the application scripts, by hash', () => {
    expect(directive(pagePolicy(known, none), 'script-src')).toBe(`'self' ${known.join(' ')}`);
    expect(hashOf('')).toBe("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  });

  test('never allows inline styles', () => {
    expect(directive(pagePolicy(known, { googleAnalytics: true, metaPixel: true }), 'style-src')).toBe("'self'");
  });

  test('never allows inline scripts, eval or third-party frames', () => {
    const policy = pagePolicy(known, { googleAnalytics: true, metaPixel: true });
    expect(directive(policy, 'script-src')).not.toMatch(/unsafe|\*|data:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("default-src 'none'");
  });

  test('allows tracker hosts only where the operator has configured them (S202)', () => {
    expect(pagePolicy(known, none)).not.toMatch(/google|facebook/);
    const google = pagePolicy(known, { googleAnalytics: true, metaPixel: false });
    expect(google).toContain('https://www.googletagmanager.com');
    expect(google).not.toContain('facebook');
    expect(pagePolicy(known, { googleAnalytics: false, metaPixel: true })).toContain('https://connect.facebook.net');
  });

  test('allows reCAPTCHA only where forms use it', () => {
    const guarded = pagePolicy(known, { ...none, recaptcha: 'https://www.google.com/recaptcha' });
    for (const name of ['script-src', 'frame-src', 'connect-src'])
      expect(directive(guarded, name)).toContain('https://www.google.com/recaptcha/');
    expect(directive(pagePolicy(known, none), 'frame-src')).toBe("'self'");
  });
});
