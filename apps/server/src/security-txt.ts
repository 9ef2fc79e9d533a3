import { dayMs } from '@tuneport/domain/units/durations';
import type { FastifyInstance } from 'fastify';
import { settingsOf } from './modules/settings/index.ts';
import type { Platform } from './platform/platform.ts';

const validDays = 180;

/** RFC 9116: where to report a vulnerability. The contact is SECURITY_CONTACT, else the company's address, else the contact page. */
async function securityTxt(platform: Platform): Promise<string> {
  const { publicOrigin, securityContact } = platform.config;
  const { company_email } = await settingsOf(platform);
  const contact = securityContact ?? (company_email ? `mailto:${company_email}` : `${publicOrigin}/contact-us`);
  // Constant for a whole day, so that it can be cached and compared.
  const today = Math.floor(platform.clock.now().getTime() / dayMs) * dayMs;
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicOrigin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function mountSecurityTxt(app: FastifyInstance, platform: Platform): void {
  app.get('/.well-known/security.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await securityTxt(platform)),
  );
}
