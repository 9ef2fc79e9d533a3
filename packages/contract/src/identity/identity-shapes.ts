import { z } from 'zod';

export const Password = z.string().max(200, 'A password can have at most 200 characters.');

/** The browser's WebAuthn answers are checked by the library that understands them; here only their outer shape and size. */
export const WebAuthnAnswer = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });
export const WebAuthnOptions = z.looseObject({ challenge: z.string() });
