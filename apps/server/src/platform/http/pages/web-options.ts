import type { IncomingMessage } from 'node:http';
import type { Call } from '@tuneport/contract/index';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitor } from '../../../../../web/src/platform/api/server-interface.ts';
import type { PageTarget } from '../mount/page-audience.ts';
import type { PageTracking } from './page-policy.ts';
import type { WebSource } from './web-source.ts';

/** What the pages need from the rest of the server. */
export type WebOptions = {
  readonly source: WebSource;
  /** PUBLIC_ORIGIN, or the request's origin if unset. */
  readonly originFor: (request: FastifyRequest) => string;
  /** The in-process client; cookies set by a call are sent with `reply`. */
  readonly callFor: (request: FastifyRequest, reply: FastifyReply, page: PageTarget) => Call;
  readonly visitorFor: (request: FastifyRequest) => Visitor | Promise<Visitor>;
  /**
   * The personal values of a signed-in visitor, and the audience that shares the rest of the page. Null without a
   * session.
   */
  readonly personFor: (request: FastifyRequest) => Promise<{ personal: PersonalState; audience: Visitor } | null>;
  readonly hasSessionCookie: (request: IncomingMessage) => boolean;
  /** What a shared page depends on besides its URL: the chosen region and currency. */
  readonly choicesOf: (request: IncomingMessage) => string;
  /** Changes whenever public data of any area changes; part of the key of every cached page. */
  readonly publicVersion: () => string;
  /** Reports an error during rendering; the visitor gets an error page. */
  readonly report: (error: unknown) => void;
  readonly tracking: () => PageTracking | Promise<PageTracking>;
  /** The stylesheet with the site's own colours; empty without any. */
  readonly themeCss?: () => Promise<string>;
  /** Throws unless the form is from a page of this site. */
  readonly requireOwnForm: (request: FastifyRequest) => void;
  readonly nowMs?: () => number;
};
