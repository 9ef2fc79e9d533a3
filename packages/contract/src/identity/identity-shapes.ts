import { z } from 'zod';

export const Password = z.string().max(200, 'A password can have at most 200 characters.');

/** The WebAuthn library validates the browser's response; only its outer shape and size are checked here. */
export const WebAuthnAnswer = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });
export const WebAuthnOptions = z.looseObject({ challenge: z.string() });
