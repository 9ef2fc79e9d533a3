import { t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../shell/title.ts';

type JsonLd = Record<string, unknown>;

/** Title, description, canonical URL, sharing card and structured data of a page of text. */
export function contentMeta(about: {
  title: string;
  description: string;
  origin: string;
  path: string;
  image?: string;
  type?: 'article' | 'website';
  indexed?: boolean;
  ld?: readonly JsonLd[];
}): Record<string, unknown>[] {
  const { origin, description, type = 'website', indexed = true } = about;
  const url = origin + about.path;
  return [
    { title: pageTitle(about.title) },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: type },
    { property: 'og:title', content: about.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + (about.image ?? '/og.png') },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: t('Tuneport blog'),
      href: `${origin}/blog/feed.xml`,
    },
    ...(about.ld ?? []).map((ld) => ({ 'script:ld+json': ld })),
  ];
}
