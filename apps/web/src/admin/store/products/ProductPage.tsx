import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { ProductChanges } from './ProductChanges.tsx';
import { ProductState } from './ProductsPage.tsx';
import css from './product-admin.module.css';

export const meta = () => [{ title: pageTitle('Product') }];

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? '';
  const [product, changes, locations] = await Promise.all([
    call('GET /v1/admin/products/:id', { params: { id } }),
    call('GET /v1/admin/products/:id/changes', { params: { id } }),
    call('GET /stock/locations'),
  ]);
  const stock = product.tracks_stock ? await call('GET /stock', { query: { product: product.slug } }) : null;
  return { product, changes, locations, stock };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the product" />;

export default function ProductPage() {
  const { product, changes, locations, stock } = useLoaderData<typeof clientLoader>();
  return (
    <RecordFrame
      crumbs={[{ label: 'Products', to: '/admin/products' }]}
      title={product.name}
      about={<ProductState state={product.state} />}
      actions={
        <>
          {product.state === 'published' ? (
            <ButtonLink to={`/products/${product.slug}`}>View in store</ButtonLink>
          ) : null}
          <ButtonLink variant="primary" to={`/admin/products/${product.id}/edit`}>
            Edit product
          </ButtonLink>
        </>
      }
      side={
        <Card>
          <h2>Changes</h2>
          <ProductChanges key={product.updated_at} id={product.id} first={changes} />
        </Card>
      }
    >
      <Card>
        <h2>Details</h2>
        <KeyValue
          rows={[
            ['Address', `/products/${product.slug}`],
            ['SKU', product.sku],
            ['Category', product.category],
            ['Summary', product.summary],
            ['Sold in', product.regions.map((region) => (region === 1 ? 'North America' : 'Europe')).join(', ')],
            ['Shipping class', product.is_digital ? 'Delivered by download' : product.shipping_class],
            ['Weight', product.weight_g > 0 ? `${product.weight_g} g` : null],
            ['Filters', product.attributes.map(({ name, values }) => `${name}: ${values.join(', ')}`).join(' · ')],
            ['Low stock threshold', product.low_stock_at ?? 'From the settings'],
            ['Shortage notice', product.shortage_switch === null ? null : `${product.shortage_switch}-shortage`],
          ]}
        />
      </Card>
      <Card>
        <h2>Prices</h2>
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Currency</th>
                <th scope="col">Price</th>
                <th scope="col">Dealer</th>
                <th scope="col">Deposit</th>
              </tr>
            </thead>
            <tbody>
              {product.prices.map((row) => (
                <tr key={row.currency}>
                  <th scope="row">{row.currency}</th>
                  <td>{amountText(row.price)}</td>
                  <td>{row.dealer_price === null ? '–' : amountText(row.dealer_price)}</td>
                  <td>{row.deposit === null ? '–' : amountText(row.deposit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {product.options.length === 0 ? null : (
          <KeyValue
            rows={product.options.map(({ name, selections }) => [
              name,
              selections
                .map(({ name: selection, prices }) => {
                  const extra = prices.find(({ currency }) => currency === 'CAD') ?? prices[0];
                  return extra ? `${selection} (+${amountText(extra.price)} ${extra.currency})` : selection;
                })
                .join(', '),
            ])}
          />
        )}
      </Card>
      {stock ? (
        <Card>
          <h2>Stock</h2>
          <div className={css.scroll}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">Location</th>
                  <th scope="col">On hand</th>
                  <th scope="col">Reserved</th>
                  <th scope="col">Available</th>
                </tr>
              </thead>
              <tbody>
                {locations.map((location) => {
                  const level = stock.data.find((row) => row.location.slug === location.slug);
                  return (
                    <tr key={location.slug}>
                      <th scope="row">
                        <TextLink to={`/admin/stock/product/${product.slug}/location/${location.slug}`}>
                          {location.name}
                        </TextLink>
                      </th>
                      <td>{level?.on_hand ?? 0}</td>
                      <td>{level?.allocated ?? 0}</td>
                      <td>{level?.sellable ?? 0}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </Card>
      ) : null}
      {product.images.length === 0 ? null : (
        <Card>
          <h2>Pictures</h2>
          <div className={css.pictures}>
            {product.images.map((image) => (
              <img key={image.id} src={image.url} alt={image.alt} width={180} height={120} />
            ))}
          </div>
        </Card>
      )}
    </RecordFrame>
  );
}
