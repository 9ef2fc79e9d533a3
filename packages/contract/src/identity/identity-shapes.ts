import {
  longPasswordText,
  passwordLengthMax,
  passwordLengthMin,
  shortPasswordText,
} from '@tuneport/domain/identity/passwords';
import { z } from 'zod';

export const Password = z.string().max(passwordLengthMax, longPasswordText);
export const NewPassword = Password.min(passwordLengthMin, shortPasswordText);

const badLink = 'This link is not complete. Open it from the e-mail again, or request a new one.';
/** The secret of a link in a mail. */
export const LinkToken = z.string().min(20, badLink).max(200, badLink);

/** The WebAuthn library validates the browser's response; only its outer shape and size are checked here. */
export const WebAuthnAnswer = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) });
export const WebAuthnOptions = z.looseObject({ challenge: z.string() });
