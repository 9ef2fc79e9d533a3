import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, for sessions and for links in mails. Only the hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
