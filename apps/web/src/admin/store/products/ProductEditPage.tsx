import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { ProductForm } from './ProductForm.tsx';

export const meta = ({ params }: { params: { id?: string } }) => [
  { title: pageTitle(params.id === undefined ? 'New product' : 'Edit product') },
];

/** Without an id the product is new. */
export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const [product, categories, shippingClasses] = await Promise.all([
    params.id ? call('GET /v1/admin/products/:id', { params: { id: params.id } }) : null,
    call('GET /v1/admin/product-categories'),
    call('GET /v1/admin/product-shipping-classes'),
  ]);
  return { product, choices: { categories, shippingClasses } };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the product" />;

export default function ProductEditPage() {
  const { product, choices } = useLoaderData<typeof clientLoader>();
  const currencies = useUi()?.settings.currencies ?? ['CAD'];
  const navigate = useNavigate();
  return (
    <RecordFrame
      crumbs={[
        { label: 'Products', to: '/admin/products' },
        ...(product ? [{ label: product.name, to: `/admin/products/${product.id}` }] : []),
      ]}
      title={product ? `Edit ${product.name}` : 'New product'}
      actions={product ? <ButtonLink to={`/admin/products/${product.id}`}>Back to product</ButtonLink> : null}
    >
      <Card>
        <ProductForm
          key={product?.id ?? 'new'}
          product={product}
          choices={choices}
          currencies={currencies}
          onSaved={(saved) => {
            if (!product) void navigate(`/admin/products/${saved.id}`, { replace: true });
          }}
        />
      </Card>
    </RecordFrame>
  );
}
