import type { Call } from '@tuneport/contract/index';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import type { ActorFacts } from '@tuneport/domain/identity/permissions';
import type { Language } from '@tuneport/domain/text/languages';
import type { setTextSource } from '@tuneport/domain/text/text';
import type { RouterContext, RouterContextProvider, ServerBuild } from 'react-router';

// The interface between the server process and the built web app. Types only, so that either side can import it.

/** Visitor facts a page needs before any data is loaded. */
export type Visitor = {
  readonly facts: ActorFacts;
  /** An anonymous visitor with a guest session. */
  readonly isGuest: boolean;
  readonly region: number;
  /** Of the person's own pages; null without a choice. */
  readonly language: Language | null;
};

/** Properties of a page, known without rendering it. */
export type PageFacts = {
  readonly id: string;
  /** The same for everyone of a region, currency and audience, so it may come from the HTML cache. */
  readonly shared: boolean;
  readonly tokenLink: boolean;
  readonly guarded: boolean;
  /** A page of the back office, which is in English only. */
  readonly inOffice: boolean;
};

/** The response with its HTML as a string: a body would become a stream, only to be buffered again. */
export type PageAnswer = Response & { readonly html?: string | undefined };

export type WebEntry = {
  readonly createRequestHandler: (
    build: ServerBuild,
    mode?: string,
  ) => (request: Request, context: RouterContextProvider) => Promise<PageAnswer>;
  readonly RouterContextProvider: new () => RouterContextProvider;
  readonly callContext: RouterContext<Call>;
  readonly visitorContext: RouterContext<Visitor>;
  readonly audienceContext: RouterContext<PersonalState | null>;
  readonly reportContext: RouterContext<(error: unknown) => void>;
  /** `pathname` has no language prefix. */
  readonly pageFacts: (pathname: string) => PageFacts;
  readonly setTextSource: typeof setTextSource;
  readonly setTextFiles: (files: ReadonlySet<string>) => void;
  /** The only inline scripts the page policy allows. */
  readonly inlineScripts: readonly string[];
};

export type WebBuild = ServerBuild & { readonly entry: { readonly module: WebEntry } };
