import './ui/tokens.css';
import './ui/base.css';
import './ui/font.css';
import { inLanguage, languages } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import {
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  type MiddlewareFunction,
  Outlet,
  type ShouldRevalidateFunction,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { startUi } from './platform/api/browser.ts';
import { loadChunk } from './platform/chunk.ts';
import { rowContext, uiContext } from './platform/contexts.ts';
import { serverGuard } from './platform/guards/server-guard.ts';
import { regionDataId, regionScript } from './platform/inline-scripts.ts';
import { type PageInfo, pageInfo } from './platform/page.ts';
import { regionOptions, scriptJson } from './platform/region-options.ts';
import { themeScript } from './platform/theme.ts';
import { RenderedUi, type UiState, uiStore, useUser } from './platform/ui-state.ts';
import { RouteEffects } from './shell/frame/RouteEffects.tsx';
import { PageError } from './shell/pages/PageError.tsx';
import { headingFontPreload } from './ui/font.ts';
import { DraftOwner } from './ui/form/drafts/draft-owner.ts';

export type RootData = { ui: UiState | null; page: PageInfo; renderedAt: string; origin: string };

export const middleware = [serverGuard];

// The route table is loaded with the first navigation, not with the first page.
export const clientMiddleware: MiddlewareFunction[] = [
  async (args, next) => {
    const { browserGuard } = await loadChunk(() => import('./platform/guards/browser-guard.ts'));
    return browserGuard(args, next);
  },
];

export function loader({ context, url }: LoaderFunctionArgs): RootData {
  const page = pageInfo(context.get(rowContext));
  return { ui: context.get(uiContext), page, renderedAt: new Date().toISOString(), origin: url.origin };
}

/** In the browser the state is already loaded; only the page info changes with the route. */
export async function clientLoader({ pattern }: { pattern: string }): Promise<RootData> {
  const { rowOfPattern } = await loadChunk(() => import('./route-table.ts'));
  const row = rowOfPattern(pattern) ?? rowOfPattern('*');
  if (!row) throw new Error('The route table has no row for unknown paths.');
  const { origin } = window.location;
  return { ui: uiStore.get(), page: pageInfo(row), renderedAt: new Date().toISOString(), origin };
}

export const shouldRevalidate: ShouldRevalidateFunction = () => true;

export const links: LinksFunction = () => [
  headingFontPreload,
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root');
  return (
    // The theme script has already set the theme on this element.
    <html lang={language()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0e1216" />
        {root?.page.indexed ? null : <meta name="robots" content="noindex" />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, hashed in the page's policy */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        {root?.ui ? (
          <>
            <script
              id={regionDataId}
              type="application/json"
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without markup, see scriptJson
              dangerouslySetInnerHTML={{ __html: scriptJson(regionOptions(root.ui)) }}
            />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, hashed in the page's policy */}
            <script dangerouslySetInnerHTML={{ __html: regionScript }} />
          </>
        ) : null}
        {import.meta.env.SSR && root?.page.translated ? <Alternates origin={root.origin} /> : null}
        <Meta />
        <Links />
      </head>
      {/* Its scripts are written behind it by the server (platform/server-handoff.ts). */}
      <body>{children}</body>
    </html>
  );
}

/** The addresses of this page in all languages, for search engines; a browser has no use for them. */
function Alternates({ origin }: { origin: string }) {
  const { pathname } = useLocation();
  return (
    <>
      {languages.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={origin + inLanguage(each, pathname)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + pathname} />
    </>
  );
}

export default function Root({ loaderData }: { loaderData: RootData }) {
  if (typeof document !== 'undefined') startUi(loaderData.ui);
  return (
    <RenderedUi value={loaderData.ui}>
      <OwnDrafts>
        <Outlet />
        <RouteEffects />
      </OwnDrafts>
    </RenderedUi>
  );
}

function OwnDrafts({ children }: { children: ReactNode }) {
  const user = useUser();
  return <DraftOwner value={user ? String(user.id) : null}>{children}</DraftOwner>;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <PageError error={error} bare />;
}
