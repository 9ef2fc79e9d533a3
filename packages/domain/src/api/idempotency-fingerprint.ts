/** The proof that a person asks is made anew for every try; the wish is the same. */
const withoutProof = (name: string, value: unknown): unknown => (name === 'recaptcha_token' ? undefined : value);

/** What is wished, as text: by it the browser knows that it sends something again, and the server that this is no other wish. */
export const idempotencyFingerprint = (...parts: readonly unknown[]): string => JSON.stringify(parts, withoutProof);
