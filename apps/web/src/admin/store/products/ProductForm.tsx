import { Fragment, type ReactNode } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { DetailForm, type FormHandle } from '../../../ui/form/DetailForm.tsx';
import { TicksInput } from '../../../ui/form/FieldGroup.tsx';
import type { FormField } from '../../../ui/form/form-fields.ts';
import { useSave } from '../../record/useSave.ts';
import { ImageLines } from './ImageLines.tsx';
import { OptionLines } from './OptionLines.tsx';
import { PriceLines } from './PriceLines.tsx';
import css from './product-admin.module.css';
import { type Choices, productFields } from './product-fields.ts';
import { type AdminProduct, blankProduct, fieldOf, sentProduct, shownProduct } from './product-form.ts';

type Props = {
  /** null for a new product. */
  product: AdminProduct | null;
  choices: Choices;
  currencies: readonly string[];
  onSaved: (product: AdminProduct) => void;
};

const show = (product: AdminProduct) => ({ values: shownProduct(product), readAt: product.updated_at });

/** Form of a whole product. A save sends every field; a stale save is shown next to the other user's version. */
export function ProductForm({ product, choices, currencies, onSaved }: Props) {
  const base = product ? show(product) : { values: blankProduct, readAt: '' };
  const { save, saved } = useSave(
    base.values,
    show,
    (values, _known, readAt) =>
      product
        ? call('POST /v1/admin/products/:id', { params: { id: product.id }, body: sentProduct(values), readAt })
        : call('POST /v1/admin/products', { body: sentProduct(values), once: true }),
    fieldOf,
  );
  const fields = productFields(choices);
  return (
    <DetailForm
      fields={fields}
      {...base}
      saveLabel={product ? 'Save product' : 'Create product'}
      save={save}
      onSaved={() => saved.current && onSaved(saved.current)}
    >
      {(form) => (
        <div className={css.fields}>
          {fields
            .filter((field) => field.when?.(form.values) ?? true)
            .map((field) => (
              <Fragment key={field.name}>
                {field.section ? <h2 className={css.section}>{field.section}</h2> : null}
                <div className={field.wide ? css.wide : undefined}>
                  <Input field={field} form={form} currencies={currencies} images={product?.images ?? []} />
                </div>
              </Fragment>
            ))}
        </div>
      )}
    </DetailForm>
  );
}

function Input({
  field,
  form,
  currencies,
  images,
}: {
  field: FormField;
  form: FormHandle;
  currencies: readonly string[];
  images: AdminProduct['images'];
}): ReactNode {
  const value = form.values[field.name];
  const lines = {
    label: field.label,
    hint: field.hint,
    error: form.errors[field.name],
    lines: Array.isArray(value) ? (value as readonly string[]) : [],
    disabled: false,
    onChange: (next: readonly string[]) => form.set(field.name, next),
  };
  switch (field.name) {
    case 'regions':
      return (
        <TicksInput
          {...lines}
          onChange={(next) => lines.onChange([...next].sort())}
          options={[
            { value: '1', label: 'North America' },
            { value: '2', label: 'Europe' },
          ]}
        />
      );
    case 'prices':
      return (
        <PriceLines
          {...lines}
          currencies={currencies}
          deposit={form.values.is_rental === true || form.values.is_loaner === true}
        />
      );
    case 'options':
      return <OptionLines {...lines} currencies={currencies} />;
    case 'images':
      return <ImageLines {...lines} known={images} />;
    default:
      return form.input(field.name);
  }
}
