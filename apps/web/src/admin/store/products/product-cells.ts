import { stateOptions } from '@tuneport/domain/states/machine';
import { productMachine } from '@tuneport/domain/store/product';
import { call } from '../../../platform/api/browser.ts';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { CellEdit } from '../../../ui/list/table/EditableCell.tsx';
import type { RowOf } from '../../AdminList.tsx';
import { cellConflict, savedCell } from '../../record/noun/noun-cells.ts';
import { type AdminProduct, sentProduct, shownProduct } from './product-form.ts';

type Row = RowOf<'GET /v1/admin/products'>;
type Priced = { readonly prices: readonly { readonly currency: string; readonly price: string }[] };

/** The price that the list shows. */
export const mainPrice = ({ prices }: Priced) => prices.find(({ currency }) => currency === 'CAD') ?? prices[0];

const fields: readonly FormField[] = [
  { name: 'sku', label: 'SKU', kind: 'text', maxLength: 60 },
  { name: 'state', label: 'Status', kind: 'select', options: stateOptions(productMachine) },
  { name: 'price', label: 'Price', kind: 'number' },
];

const valueIn = (field: FormField, product: Row | AdminProduct): string =>
  field.name === 'price' ? (mainPrice(product)?.price ?? '') : String(product[field.name as 'sku' | 'state']);

/** Cells of the product list. A product is saved as a whole, from what is stored now. */
export const productCells: CellEdit<Row> = {
  field: (columnId) => fields.find(({ name }) => name === columnId) ?? null,
  value: (row, field) => valueIn(field, row),
  save: (row, field, value) =>
    savedCell(async () => {
      const product = await call('GET /v1/admin/products/:id', { params: { id: row.id } });
      if (valueIn(field, product) !== valueIn(field, row)) return cellConflict;
      const main = mainPrice(product);
      if (field.name === 'price' && !main)
        return { kind: 'failed', message: 'This product has no price yet. Add one on its page.' };
      const whole = sentProduct(shownProduct(product));
      const body =
        field.name === 'price'
          ? {
              ...whole,
              prices: (whole.prices ?? []).map((price) =>
                price.currency === main?.currency ? { ...price, price: String(value) } : price,
              ),
            }
          : { ...whole, [field.name]: value };
      await call('POST /v1/admin/products/:id', { params: { id: row.id }, body, readAt: product.updated_at });
      return { kind: 'saved' };
    }),
};
