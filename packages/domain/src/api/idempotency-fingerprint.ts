/** The reCAPTCHA token differs on every attempt, so it is not part of the fingerprint. */
const withoutProof = (name: string, value: unknown): unknown => (name === 'recaptcha_token' ? undefined : value);

/**
 * Serializes an input. The browser uses it to detect a retry, the server to detect reuse of a key with a different
 * input.
 */
export const idempotencyFingerprint = (...parts: readonly unknown[]): string => JSON.stringify(parts, withoutProof);
