import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recaptcha } from './public-settings.ts';
import { settingsOf } from './read-settings.ts';

const answerMs = 3000;
/** Below this score the service considers a robot likely. */
const scoreMin = 0.3;

const Verdict = z.object({ success: z.boolean(), score: z.number().optional() });

/**
 * Verifies a CAPTCHA on public forms if configured. Fails open when the service is unavailable: the rate limits per
 * address still apply, and its outage must not lock users out.
 */
export async function proveHuman(platform: Platform, token: string | undefined, address: string): Promise<void> {
  const guard = platform.config.recaptcha;
  if (!guard || !recaptcha(await settingsOf(platform), guard).enabled) return;
  const verdict = token ? await ask(platform, guard, token, address) : { success: false };
  if (verdict && (!verdict.success || (verdict.score ?? 1) < scoreMin))
    throw new Refusal('invalid_fields', {
      errors: { recaptcha_token: ['We could not verify that you are human. Reload the page and try again.'] },
    });
}

async function ask(
  { log }: Platform,
  guard: { readonly secret: string; readonly url: string },
  token: string,
  address: string,
): Promise<z.output<typeof Verdict> | null> {
  try {
    const answer = await fetch(`${guard.url}/api/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: guard.secret, response: token, remoteip: address }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    return Verdict.parse(await answer.json());
  } catch (error) {
    log.warn({ error: String(error) }, 'the reCAPTCHA service gave no verdict; the form went through');
    return null;
  }
}
