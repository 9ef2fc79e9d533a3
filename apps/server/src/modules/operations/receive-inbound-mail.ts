import type { inboundMail } from '@tuneport/contract/operations/inbound-mail';
import { handlers } from '../../platform/http/context.ts';
import { messageOfBody } from '../../platform/mail/inbound/message-of-body.ts';
import { receiveMail } from '../../platform/mail/inbound/receive-mail.ts';

/** The mount has checked the secret before the body was read. */
export const inboundMailRoutes = handlers<typeof inboundMail>({
  'POST /inbound-mail': async ({ platform, signed }) => {
    const { raw, envelopeTo } = await messageOfBody(signed.bytes, signed.mediaType);
    return receiveMail(platform, raw, envelopeTo);
  },
});
