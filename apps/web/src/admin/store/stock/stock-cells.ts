import { call } from '../../../platform/api/browser.ts';
import type { FormField } from '../../../ui/form/form-fields.ts';
import type { CellEdit } from '../../../ui/list/table/EditableCell.tsx';
import type { RowOf } from '../../AdminList.tsx';
import { cellConflict, savedCell } from '../../record/noun/noun-cells.ts';
import { sentProduct, shownProduct } from '../products/product-form.ts';

type Row = RowOf<'GET /stock'>;

const threshold: FormField = { name: 'low_at', label: 'Low stock threshold', kind: 'number', min: 0, step: 1 };
const shown = (at: number | null) => (at === null ? '' : String(at));

/** The threshold belongs to the product: its other locations follow. Blank is the threshold of the settings. */
export const stockCells: CellEdit<Row> = {
  field: (columnId) => (columnId === threshold.name ? threshold : null),
  value: (row) => shown(row.low_stock_at),
  save: (row, _field, value) =>
    savedCell(async () => {
      const params = { id: row.product_id };
      const product = await call('GET /v1/admin/products/:id', { params });
      if (product.low_stock_at !== row.low_stock_at) return cellConflict;
      const body = sentProduct({ ...shownProduct(product), low_stock_at: String(value ?? '') });
      await call('POST /v1/admin/products/:id', { params, body, readAt: product.updated_at });
      return { kind: 'saved' };
    }),
};
