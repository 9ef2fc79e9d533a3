import type { Call } from '@tuneport/contract/index';
import { withoutLanguage } from '@tuneport/domain/text/languages';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { breadcrumbLd, pageMeta } from '../../../shell/page-meta.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Container, Section } from '../../../ui/layout/Layout.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { AddButton, ShortageNotice } from '../products/BuyBox.tsx';
import { ProductPicture } from '../products/ProductArt.tsx';
import { ProductCard, ProductPrice } from '../products/ProductCard.tsx';
import { firstChoice } from '../products/product-choice.ts';
import { shopAmount, stockLabel } from '../products/product-labels.ts';
import { currencyOf, productAddress } from '../products/product-list-address.ts';
import type { ListedProduct, Product } from '../products/product-types.ts';
import list from '../products/products.module.css';
import { productLd, storeCrumb } from '../products/store-meta.ts';
import { rememberToolOrder } from './last-tool-order.ts';
import { type ToolText, toolTextAt } from './tool-labels.ts';
import css from './tools.module.css';

async function load(call: Call, url: URL) {
  const text = toolTextAt(withoutLanguage(url.pathname));
  if (!text) throw data({ code: 'not_found' }, { status: 404 });
  const currency = currencyOf(url.searchParams);
  const query = currency ? { currency } : {};
  const [product, beside] = await Promise.all([
    // A tool that is not sold in this shop still has a description.
    call('GET /store/product/:slug', { params: { slug: text.product }, query }).catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    }),
    call('GET /store/product', { query: { ...query, slugs: text.beside.join(',') } }),
  ]);
  return { origin: url.origin, path: text.path, currency, product, beside };
}

/** A refusal has a `status` on the server and in the browser. */
const isAbsent = (error: unknown) => [404, 421].includes((error as { status?: number }).status ?? 0);

export const loader = ({ context, url }: LoaderFunctionArgs) => load(context.get(callContext), url);
export const clientLoader = ({ url }: ClientLoaderFunctionArgs) => load(call, url);

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => {
  const text = loaderData && toolTextAt(loaderData.path);
  if (!text) return [{ title: pageTitle(t('Tools')) }];
  const { origin, product } = loaderData;
  const crumbs = [storeCrumb(), { label: text.title, to: text.path }];
  return pageMeta({
    title: pageTitle(`${text.title}: ${text.headline.replace(/\.$/, '')}`),
    description: text.lead,
    origin,
    path: text.path,
    ld: [breadcrumbLd(origin, crumbs), ...(product ? [productLd(origin, product)] : [])],
  });
};

export default function ToolPage() {
  const { path, product, beside, currency } = useLoaderData<typeof loader>();
  const text = toolTextAt(path);
  if (!text) return null;
  return (
    <>
      <Hero text={text} product={product} currency={currency} />
      <Section tight>
        <ul className={css.points}>
          {text.points.map(({ figure, unit, text: what }) => (
            <li key={what}>
              <span className={css.figure}>
                {figure} <span className={css.unit}>{unit}</span>
              </span>
              <span className={css.what}>{what}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section tight title={t('How it works')}>
        <ol className={css.steps}>
          {text.steps.map(({ title, text: what }) => (
            <li key={title}>
              <h3 className={css.stepTitle}>{title}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </Section>
      {product ? <Inside product={product} /> : null}
      {beside.data.length === 0 ? null : (
        <Section tight title={text.forDealers ? t('Everything for the shop') : t('Related')}>
          <ul className={list.few}>
            {beside.data.map((other) => (
              <li key={other.slug}>
                <ProductCard product={other} currency={currency} pricesShown={beside.prices_shown} headingLevel={3} />
                <DealerLine product={other} currency={beside.currency} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section tight title={t('FAQ')}>
        <div className={css.questions}>
          {text.questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </Section>
    </>
  );
}

function Hero({ text, product, currency }: { text: ToolText; product: Product | null; currency: string | null }) {
  return (
    <section className={css.hero} data-scheme="dark">
      <Container className={css.heroGrid}>
        <div className={css.heroLabels}>
          <p className={css.eyebrow}>{text.eyebrow}</p>
          <h1 className={css.headline}>{text.headline}</h1>
          <p className={css.lead}>{text.lead}</p>
          {product ? <Offer text={text} product={product} currency={currency} /> : <Away />}
        </div>
        <ProductPicture
          art={product?.art ?? 'parcel'}
          image={product?.images[0] ?? null}
          sizes="(min-width: 1000px) 560px, 92vw"
          eager
          className={css.heroArt}
        />
      </Container>
    </section>
  );
}

function Offer({ text, product, currency }: { text: ToolText; product: Product; currency: string | null }) {
  const words = stockLabel(product.availability);
  const isDealer = useUi()?.dealer != null;
  return (
    <div className={css.offer}>
      <div className={css.offerPrice}>
        <span className={css.productName}>{product.name}</span>
        <span className={css.from}>
          {product.has_options && product.prices_shown && product.price ? `${t('from')} ` : ''}
          <ProductPrice product={product} pricesShown={product.prices_shown} big />
        </span>
        <DealerLine product={product} currency={product.currency} />
        <span className={list.stock} data-tone={words.tone}>
          {words.text}
        </span>
      </div>
      <ShortageNotice product={product} />
      <div className={css.offerButtons}>
        <AddButton
          product={product}
          choice={firstChoice(product)}
          currency={currency}
          onAdded={() => text.orderType && rememberToolOrder(text.orderType)}
        />
        <ButtonLink to={productAddress(product.slug, currency)}>
          {product.has_options ? t('Choose options') : t('All details')}
        </ButtonLink>
        {text.forDealers && !isDealer ? <ButtonLink to="/new-dealer">{t('Become a dealer')}</ButtonLink> : null}
      </div>
    </div>
  );
}

const Away = () => (
  <div className={css.offer}>
    <p className={css.lead}>{t('It is not sold in your region at the moment.')}</p>
    <div className={css.offerButtons}>
      <ButtonLink variant="primary" to="/products">
        {t('Browse the store')}
      </ButtonLink>
      <ButtonLink to="/contact-us">{t('Ask about availability')}</ButtonLink>
    </div>
  </div>
);

/** Not in the response of users who may not see dealer prices. */
function DealerLine({
  product,
  currency,
}: {
  product: Pick<ListedProduct, 'dealerPricesByCurrency'>;
  currency: string;
}) {
  const amount = product.dealerPricesByCurrency?.[currency];
  if (amount === undefined) return null;
  return (
    <span className={css.dealerLine}>
      {rich('Dealer price {shopAmount}', { shopAmount: <MoneyText money={shopAmount({ amount, currency })} /> })}
    </span>
  );
}

function Inside({ product }: { product: Product }) {
  if (product.included.length === 0 && product.highlights.length === 0) return null;
  return (
    <Section tight>
      <div className={css.inside}>
        <div>
          <h2>{t('What it does')}</h2>
          <ul className={css.does}>
            {product.highlights.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div className={css.box}>
          <h2>{t('In the box')}</h2>
          <ul>
            {product.included.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}
