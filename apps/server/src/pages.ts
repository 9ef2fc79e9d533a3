import { PersonalState } from '@tuneport/contract/settings/settings';
import type { FastifyInstance } from 'fastify';
import { personalState, recaptcha, settingsOf, siteThemeCss } from './modules/settings/index.ts';
import { inProcessCall } from './platform/http/mount/in-process.ts';
import { audienceActor } from './platform/http/mount/page-audience.ts';
import type { Registry } from './platform/http/mount/registry.ts';
import { requireSameSiteForm } from './platform/http/mount/same-site.ts';
import { currencyOf, hasSessionCookie, regionOf, visitorOf } from './platform/http/mount/visitor.ts';
import { mountWeb } from './platform/http/pages/web.ts';
import type { WebSource } from './platform/http/pages/web-source.ts';
import type { Platform } from './platform/platform.ts';
import { Refusal } from './platform/refusal.ts';

const areas = ['settings', 'catalog', 'dealers', 'store', 'content'] as const;

/** Mounts the web app on the server; its pages call the same registry as external clients. */
export async function mountPages(
  app: FastifyInstance,
  platform: Platform,
  registry: Registry,
  source: WebSource,
): Promise<void> {
  const { config, versions } = platform;
  app.all('/api/*', async () => {
    throw new Refusal('not_found');
  });
  await mountWeb(app, {
    source,
    originFor: () => config.publicOrigin,
    callFor: (request, reply, page) => inProcessCall(platform, registry, request, reply, page),
    visitorFor: async (request) => {
      const { actor, region } = await visitorOf(platform, request);
      return { facts: actor, isGuest: actor.guest !== undefined, region, language: actor.language };
    },
    personFor: async (request) => {
      const { actor, region, clientInfo } = await visitorOf(platform, request);
      if (!actor.signedIn) return null;
      const visit = { actor, clientInfo, now: platform.clock.now() };
      return {
        // What the schema does not name does not leave the server.
        personal: PersonalState.parse(await personalState(platform, visit)),
        audience: { facts: audienceActor(actor), isGuest: false, region, language: null },
      };
    },
    hasSessionCookie: ({ headers }) => hasSessionCookie(config, headers.cookie),
    choicesOf: ({ headers }) => `${regionOf(config, headers.cookie)} ${currencyOf(headers.cookie) ?? ''}`,
    report: (error) => platform.log.error({ err: error }, 'page failed'),
    requireOwnForm: (request) => requireSameSiteForm(request, config.publicOrigin),
    publicVersion: () => areas.map((area) => versions.of(area)).join('.'),
    themeCss: () => siteThemeCss(platform),
    tracking: async () => {
      const settings = await settingsOf(platform);
      return {
        googleAnalytics: settings.google_analytics_id !== null,
        metaPixel: settings.meta_pixel_id !== null,
        stripe: platform.payments?.name === 'stripe' && platform.payments.publicKey !== null,
        recaptcha: recaptcha(settings, config.recaptcha).enabled ? config.recaptcha?.url : null,
      };
    },
  });
}
