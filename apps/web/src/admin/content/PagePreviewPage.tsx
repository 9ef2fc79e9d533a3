import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import css from '../../features/content/content.module.css';
import { PageBlocks } from '../../features/content/PageBlocks.tsx';
import { blockDataOf } from '../../features/content/page-data.ts';
import { ProductCard } from '../../features/store/products/ProductCard.tsx';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';

async function load({ params }: ClientLoaderFunctionArgs) {
  const page = await call('GET /v1/admin/pages/:slug', { params: { slug: params.slug ?? '' } });
  return { page, data: await blockDataOf(call, page.current.blocks) };
}
load.hydrate = true as const;
export const clientLoader = load;
export const HydrateFallback = () => <RecordLoading label="Loading the preview" />;
export const meta = () => [{ title: pageTitle('Preview') }];

export default function PagePreviewPage() {
  const { page, data } = useLoaderData() as Awaited<ReturnType<typeof load>>;
  const { current } = page;
  return (
    <RecordFrame
      crumbs={[
        { label: 'Pages', to: '/admin/pages' },
        { label: current.title, to: `/admin/pages/${page.slug}` },
      ]}
      title="Preview"
    >
      <Notice>
        {current.state === 'draft' ? 'Only staff see this draft.' : 'There is no draft: this is published.'}
      </Notice>
      <article className={css.preview}>
        <h2 className={css.previewTitle}>{current.title}</h2>
        {current.seo_description ? <p className={css.lead}>{current.seo_description}</p> : null}
        <div className={css.blocks}>
          <PageBlocks
            blocks={current.blocks}
            makes={data.makes}
            product={(slug) => {
              const product = data.products.find((one) => one.slug === slug);
              return product ? (
                <ProductCard product={product} currency={null} pricesShown={data.pricesShown} headingLevel={3} />
              ) : null;
            }}
          />
        </div>
      </article>
    </RecordFrame>
  );
}
