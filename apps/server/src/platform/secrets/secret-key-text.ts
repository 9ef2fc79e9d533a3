/** A key of SECRET_KEY that was taken from a key file: the bytes are the key, not the letters of their encoding. */
const fileKey = /^key:([A-Za-z0-9_-]{43})$/;

export const isSecretKey = (text: string): boolean => !text.startsWith('key:') || fileKey.test(text);

/** What a key is derived from. */
export function secretOf(text: string): string | Buffer {
  const encoded = fileKey.exec(text)?.[1];
  return encoded === undefined ? text : Buffer.from(encoded, 'base64url');
}
