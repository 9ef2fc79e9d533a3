import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Breadcrumbs, type Crumb } from '../../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { AddButton, BuyBox } from './BuyBox.tsx';
import { ProductArt, ProductPicture } from './ProductArt.tsx';
import { ProductCard, ProductPrice } from './ProductCard.tsx';
import css from './product.module.css';
import { type Choice, chosenPrice, firstChoice } from './product-choice.ts';
import { weightText } from './product-labels.ts';
import { currencyOf } from './product-list-address.ts';
import type { Product } from './product-types.ts';
import list from './products.module.css';
import { productLd, storeCrumb } from './store-meta.ts';

async function load(call: Call, url: URL, slug: string) {
  const currency = currencyOf(url.searchParams);
  const product = await call('GET /store/product/:slug', {
    params: { slug },
    query: currency ? { currency } : {},
  });
  return { origin: url.origin, currency, product };
}

export const loader = ({ context, url, params }: LoaderFunctionArgs) =>
  load(context.get(callContext), url, params.slug ?? '');
export const clientLoader = ({ url, params }: ClientLoaderFunctionArgs) => load(call, url, params.slug ?? '');

const crumbsOf = (product: Product): Crumb[] => [
  storeCrumb(),
  ...(product.category ? [{ label: product.category.name, to: `/products?category=${product.category.slug}` }] : []),
  { label: product.name, to: `/products/${product.slug}` },
];

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  if (!loaderData) return [{ title: pageTitle(t('Product')) }];
  const { origin, product } = loaderData;
  return pageMeta({
    title: pageTitle(product.name),
    description: product.summary,
    origin,
    path: `/products/${product.slug}`,
    image: product.images[0]?.sizes.at(-1)?.url,
    ld: [breadcrumbLd(origin, crumbsOf(product)), productLd(origin, product)],
  });
};

export default function ProductPage() {
  const { product } = useLoaderData<typeof loader>();
  // Resets the selection for another product.
  return <ProductView key={product.slug} />;
}

function ProductView() {
  const { product, currency } = useLoaderData<typeof loader>();
  const [choice, setChoice] = useState<Choice>(() => firstChoice(product));
  const [box, away] = useOutOfSight();
  return (
    <>
      <Container className={css.page}>
        <Breadcrumbs crumbs={crumbsOf(product)} />
        <div className={css.split}>
          <Gallery product={product} />
          <div className={css.facts}>
            <h1 className={css.name}>{product.name}</h1>
            <p className={css.summary}>{product.summary}</p>
            <div ref={box}>
              <BuyBox product={product} choice={choice} onChoose={setChoice} currency={currency} />
            </div>
          </div>
        </div>
        <Details product={product} />
        {product.related.length === 0 ? null : (
          <section className={css.related} aria-labelledby="related">
            <h2 id="related">{t('Goes well with')}</h2>
            <ul className={list.few}>
              {product.related.map((other) => (
                <li key={other.slug}>
                  <ProductCard
                    product={other}
                    currency={currency}
                    pricesShown={product.prices_shown}
                    headingLevel={3}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
      </Container>
      {away ? (
        <div className={css.bottomBar}>
          <ProductPrice product={{ ...product, ...chosenPrice(product, choice) }} pricesShown={product.prices_shown} />
          <AddButton product={product} choice={choice} currency={currency} />
        </div>
      ) : null}
    </>
  );
}

/** Whether the element was scrolled out of view; a bar at the bottom then repeats it. */
function useOutOfSight() {
  const ref = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const seen = ref.current;
    if (!seen) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry !== undefined && !entry.isIntersecting));
    observer.observe(seen);
    return () => observer.disconnect();
  }, []);
  return [ref, away] as const;
}

function Gallery({ product }: { product: Product }) {
  const [at, setAt] = useState(0);
  const shown = product.images[at] ?? product.images[0] ?? null;
  return (
    <div className={css.gallery}>
      <ProductPicture
        art={product.art}
        image={shown}
        sizes="(min-width: 1000px) 620px, 100vw"
        eager
        className={css.galleryMain}
      />
      {product.images.length < 2 ? null : (
        <div className={css.thumbs}>
          {product.images.map((image, nth) => (
            <button
              key={image.id}
              type="button"
              className={css.thumb}
              aria-label={[t('Picture {at}', { at: nth + 1 }), image.alt].filter(Boolean).join(': ')}
              aria-current={nth === at ? 'true' : undefined}
              onClick={() => setAt(nth)}
            >
              <img src={image.sizes[0]?.url} alt="" width={96} height={64} loading="lazy" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Details({ product }: { product: Product }) {
  const facts: [string, string][] = [
    ...product.attributes.map(({ name, values }): [string, string] => [name, values.join(', ')]),
    ...(product.sku ? [['SKU', product.sku] as [string, string]] : []),
    ...(product.weight_g > 0 ? [[t('Weight'), weightText(product.weight_g)] as [string, string]] : []),
    ...(product.shipping_class ? [[t('Shipping class'), product.shipping_class.name] as [string, string]] : []),
  ];
  const paragraphs = product.description.split(/\n{2,}/).filter(Boolean);
  return (
    <div className={css.details}>
      <div className={css.prose}>
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {product.highlights.length === 0 ? null : (
          <ul className={css.highlights}>
            {product.highlights.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={css.sheets}>
        {product.included.length === 0 ? null : (
          <section className={css.sheet} aria-labelledby="in-the-box">
            <div className={css.sheetArt}>
              <ProductArt art={product.is_digital ? 'software' : 'parcel'} />
            </div>
            <h2 id="in-the-box" className={css.sheetTitle}>
              {t('In the box')}
            </h2>
            <ul>
              {product.included.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        )}
        {facts.length === 0 ? null : (
          <section className={css.sheet} aria-labelledby="facts">
            <h2 id="facts" className={css.sheetTitle}>
              {t('Facts')}
            </h2>
            <dl className={css.table}>
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </div>
  );
}
