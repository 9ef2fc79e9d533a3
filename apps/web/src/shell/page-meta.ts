import { inLanguage } from '@tuneport/domain/text/languages';
import { language } from '@tuneport/domain/text/text';
import type { Crumb } from '../ui/layout/Breadcrumbs.tsx';

export type JsonLd = Record<string, unknown>;

export const breadcrumbLd = (origin: string, crumbs: readonly Crumb[]): JsonLd => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: crumb.label,
    ...(crumb.to === undefined ? {} : { item: origin + inLanguage(language(), crumb.to) }),
  })),
});

/** Title, description, canonical URL, sharing card and structured data of a public page. */
export function pageMeta(about: {
  title: string;
  description: string;
  origin: string;
  path: string;
  image?: string | undefined;
  ld?: readonly JsonLd[];
}): Record<string, unknown>[] {
  const url = about.origin + inLanguage(language(), about.path);
  return [
    { title: about.title },
    { name: 'description', content: about.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: about.title },
    { property: 'og:description', content: about.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: about.origin + (about.image ?? '/og.png') },
    ...(about.ld ?? []).map((ld) => ({ 'script:ld+json': ld })),
  ];
}
