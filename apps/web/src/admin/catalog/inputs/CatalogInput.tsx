import type { FormHandle } from '../../../ui/form/DetailForm.tsx';
import { TicksInput } from '../../../ui/form/FieldGroup.tsx';
import { type CatalogField, type Choices, refOf } from '../catalog-field.ts';
import { DiscountsInput, PricesInput } from './PricesInput.tsx';
import { RefInput, RefsInput } from './RefInputs.tsx';
import { VehiclesInput } from './VehiclesInput.tsx';

type Props = { field: CatalogField; form: FormHandle; choices: Choices; disabled: boolean };

/** The input of a field, from the UI kit if it has one. */
export function CatalogInput({ field, form, choices, disabled }: Props) {
  const value = form.values[field.name] ?? null;
  const common = {
    label: field.label,
    hint: field.hint,
    error: form.errors[field.name],
    disabled,
    lines: Array.isArray(value) ? (value as readonly string[]) : [],
    onChange: (lines: readonly string[]) => form.set(field.name, lines),
  };
  switch (field.as) {
    case 'refs':
      return <RefsInput {...common} of={field.of} />;
    case 'ref': {
      const within = field.within ? form.values[field.within] : null;
      const { lines: _, onChange: __, ...about } = common;
      return (
        <RefInput
          {...about}
          of={field.of}
          line={typeof value === 'string' && value !== '' ? value : null}
          query={typeof within === 'string' && within !== '' ? { make_id: idOf(within) } : undefined}
          onChange={(line) => form.set(field.name, line)}
        />
      );
    }
    case 'ticks':
      // Sorted, so that the same selection is the same value.
      return (
        <TicksInput
          {...common}
          options={field.options(choices)}
          onChange={(lines) => common.onChange([...lines].sort())}
        />
      );
    case 'prices':
      return <PricesInput {...common} currencies={choices.currencies} />;
    case 'discounts':
      return <DiscountsInput {...common} />;
    case 'vehicles':
      return <VehiclesInput {...common} />;
    default:
      return form.input(field.name);
  }
}

const idOf = (line: string) => (line.includes(' ') ? refOf(line).id : Number(line));
