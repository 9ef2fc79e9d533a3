import type { ShownBlock } from '@tuneport/contract/content/blocks';
import type { Call } from '@tuneport/contract/index';
import { htmlText } from '@tuneport/domain/content/blocks';
import { folded } from '@tuneport/domain/site/slug';
import { withoutLanguage } from '@tuneport/domain/text/languages';
import { plural, t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, Form, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import css from '../features/content/content.module.css';
import { contentMeta } from '../features/content/content-meta.ts';
import { PageBlocks } from '../features/content/PageBlocks.tsx';
import { blockDataOf } from '../features/content/page-data.ts';
import { ProductCard } from '../features/store/products/ProductCard.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Container } from '../ui/layout/Layout.tsx';
import { DateText } from '../ui/text/DateText.tsx';
import { rich } from '../ui/text/rich.ts';

// One page component for all editable pages; the path is the slug.

async function load(call: Call, url: URL) {
  const slug = withoutLanguage(url.pathname)
    .replace(/^\/|\/$/g, '')
    .toLowerCase();
  const page = await call('GET /v1/pages/:slug', { params: { slug } });
  return {
    page,
    data: await blockDataOf(call, page.blocks),
    origin: url.origin,
    search: (url.searchParams.get('search') ?? '').trim().slice(0, 200),
  };
}

export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  if (!loaderData) return [{ title: 'Tuneport' }];
  const { page, origin } = loaderData;
  const questions = questionsOf(page.blocks);
  return contentMeta({
    title: page.seo_title || page.title,
    description: page.seo_description,
    origin,
    path: `/${page.slug}`,
    indexed: page.indexed,
    ld:
      questions.length === 0
        ? []
        : [
            {
              '@context': 'https://schema.org',
              '@type': 'FAQPage',
              mainEntity: questions.map(({ question, html }) => ({
                '@type': 'Question',
                name: question,
                acceptedAnswer: { '@type': 'Answer', text: htmlText(html) },
              })),
            },
          ],
  });
};

const questionsOf = (blocks: readonly ShownBlock[]) =>
  blocks.flatMap((block) => (block.kind === 'faq' ? block.items : []));

/** From this many questions on, reading all of them is slower than searching. */
const searchableFrom = 12;

export default function ContentPage() {
  const { page, data, search } = useLoaderData<typeof loader>();
  const isSearchable = questionsOf(page.blocks).length >= searchableFrom;
  const blocks = isSearchable && search ? matching(page.blocks, search) : page.blocks;
  return (
    <Container width="reading" className={css.page}>
      <h1>{page.title}</h1>
      {page.seo_description ? <p className={css.lead}>{page.seo_description}</p> : null}
      {isSearchable ? <SearchForm search={search} found={questionsOf(blocks).length} /> : null}
      <div className={css.blocks}>
        <PageBlocks
          blocks={blocks}
          makes={data.makes}
          product={(slug) => {
            const product = data.products.find((one) => one.slug === slug);
            return product ? (
              <ProductCard product={product} currency={null} pricesShown={data.pricesShown} headingLevel={3} />
            ) : null;
          }}
        />
      </div>
      <p className={css.updated}>
        {rich('Last updated {date}', { date: <DateText at={page.updated_at} show="date" /> })}
      </p>
    </Container>
  );
}

/** Questions that contain every word, in the question or its answer. */
function matching(blocks: readonly ShownBlock[], search: string): ShownBlock[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => folded(text).includes(word));
  return blocks.flatMap((block): ShownBlock[] => {
    if (block.kind !== 'faq') return [];
    const items = block.items.filter(({ question, html }) => fits(`${question} ${htmlText(html)}`));
    return items.length > 0 ? [{ ...block, items }] : [];
  });
}

function SearchForm({ search, found }: { search: string; found: number }) {
  return (
    <>
      <Form className={css.search} role="search" method="get" key={search}>
        <TextField label={t('Search the FAQ')} name="search" type="search" defaultValue={search} maxLength={200} />
        <Button type="submit">{t('Search')}</Button>
      </Form>
      {search ? (
        <p className={css.found} role="status">
          {found === 0
            ? t('No answer matches. Try fewer words, or contact us.')
            : plural(found, { one: '{count} answer', other: '{count} answers' })}
        </p>
      ) : null}
    </>
  );
}
