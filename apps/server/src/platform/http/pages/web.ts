import { withoutLanguage } from '@tuneport/domain/text/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageFacts } from '../../../../../web/src/platform/api/server-interface.ts';
import { Refusal } from '../../refusal.ts';
import { sendCached } from '../cached/send-cached.ts';
import { languageChosen } from '../cookies.ts';
import { addressInOtherLanguage } from './language-redirect.ts';
import { languageSwitch } from './language-switch.ts';
import { formType, type PageRequest, pageRenderer } from './render-page.ts';
import { pageVary, sendRendered } from './send-page.ts';
import { sharedPages } from './shared-pages.ts';
import type { WebOptions } from './web-options.ts';

/** The longest form text, a ticket, is far below. */
const formBytesMax = 256 * 1024;
/** The row of the route table for paths that match no other row. */
const unknownPage = 'R001';

function refuseMethod(reply: FastifyReply): never {
  reply.header('allow', 'GET, HEAD');
  throw new Refusal('method_not_allowed', {
    message: 'The page was not ready when you sent this. Nothing was changed. Go back and send it again.',
  });
}

/** Serves the web app: its files, and every page of its route table. */
export async function mountWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const nowMs = options.nowMs ?? Date.now;
  const { source } = options;
  const renderer = pageRenderer(options);
  const shared = sharedPages(options, renderer, nowMs);
  await source.mountFiles(app, nowMs());

  function urlOf(request: FastifyRequest): URL {
    const address = request.raw.url ?? '/';
    const url = address.startsWith('/') ? URL.parse(options.originFor(request) + address) : null;
    if (!url) throw new Refusal('bad_request', { message: 'This URL is not valid.' });
    return url;
  }

  const factsOf = (url: URL): PageFacts => source.current().entry.pageFacts(withoutLanguage(url.pathname));

  const sendOwn = async (page: PageRequest, facts: PageFacts) =>
    sendRendered(options, page, facts, await renderer.forPerson(page));

  app.get('/*', { config: { page: true }, onRequest: shared.onRequest }, async (request, reply) => {
    const url = urlOf(request);
    const visitor = await options.visitorFor(request);
    const facts = factsOf(url);
    const switched = languageSwitch(url);
    if (switched !== null)
      return reply
        .header('cache-control', 'private, no-store')
        .header('set-cookie', switched.cookie)
        .redirect(switched.to, 302);
    const chosen = languageChosen(request.headers.cookie) ?? visitor.language;
    const other = facts.guarded ? addressInOtherLanguage(url, facts, chosen) : null;
    if (other !== null)
      return reply.header('cache-control', 'private, no-store').header('vary', pageVary).redirect(other, 302);

    const page: PageRequest = { request, reply, url, visitor };
    if (facts.shared && source.isBuilt && !visitor.facts.signedIn) {
      const { cached, refused } = await shared.forVisitors(page);
      if (cached) return sendCached(cached, request, reply);
      if (refused) return sendRendered(options, page, facts, refused);
    }
    if (facts.shared && source.isBuilt && visitor.facts.signedIn) {
      const body = await shared.forPerson(page, facts);
      if (body) return reply.send(body);
    }

    // The full URL, because a redirect keeps campaign parameters.
    return sendOwn({ ...page, url: urlOf(request) }, facts);
  });

  /** Handles a form submitted without JavaScript, or before hydration. */
  async function takeForm(request: FastifyRequest, reply: FastifyReply) {
    options.requireOwnForm(request);
    const url = urlOf(request);
    const facts = factsOf(url);
    if (facts.id === unknownPage) throw new Refusal('not_found');
    if (source.current().build.routes?.[facts.id]?.module.action === undefined) return refuseMethod(reply);
    return sendOwn({ request, reply, url, visitor: await options.visitorFor(request) }, facts);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: formBytesMax }, (_request, text, done) =>
      done(null, text),
    );
    const config = { page: true, bodyBytesMax: formBytesMax };
    scope.post('/*', { config }, takeForm);
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE'],
      url: '/*',
      config,
      handler: async (_request, reply) => refuseMethod(reply),
    });
  });
}
