import { Button } from '../../../ui/controls/Button.tsx';
import { FieldGroup, type LinesProps } from '../../../ui/form/FieldGroup.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from './product-admin.module.css';
import { type SelectionLine, selectionLine, selectionOf } from './product-lines.ts';

/** Options with their selections. An empty amount adds nothing to the price; the first selection is the default. */
export function OptionLines({ currencies, ...props }: LinesProps & { currencies: readonly string[] }) {
  const { lines, onChange } = props;
  const rows = lines.map(selectionOf);
  const names = [...new Set(rows.map(({ option }) => option))];
  const write = (next: readonly SelectionLine[]) => onChange(next.map(selectionLine));
  const put = (at: number, change: Partial<SelectionLine>) =>
    write(rows.map((row, nth) => (nth === at ? { ...row, ...change } : row)));
  const amount = (row: SelectionLine, currency: string, part: 'price' | 'dealer_price') =>
    row.prices.find((price) => price.currency === currency)?.[part] ?? '';
  const setAmount = (at: number, currency: string, price: string) => {
    const row = rows[at];
    if (!row) return;
    const others = row.prices.filter((one) => one.currency !== currency);
    const known = row.prices.find((one) => one.currency === currency);
    const next = { currency, price, dealer_price: known?.dealer_price ?? '', deposit: '' };
    put(at, { prices: price === '' ? others : [...others, next].sort(byPlace(currencies)) });
  };
  return (
    <FieldGroup {...props}>
      {names.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its name changes with every key typed
        <div key={place} className={css.option}>
          <div className={css.optionHead}>
            <TextField
              label={`Name of option ${place + 1}`}
              value={option}
              onChange={(event) => {
                const name = event.currentTarget.value;
                write(rows.map((row) => (row.option === option ? { ...row, option: name } : row)));
              }}
            />
            <Button
              icon
              variant="ghost"
              aria-label={`Remove option ${option}`}
              onClick={() => write(rows.filter((row) => row.option !== option))}
            >
              <Icon name="trash" />
            </Button>
          </div>
          <div className={css.selectionTitles} aria-hidden="true">
            <span>Selection</span>
            {currencies.map((currency) => (
              <span key={currency}>Surcharge, {currency}</span>
            ))}
          </div>
          {rows.map((row, at) =>
            row.option === option ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: its name changes with every key typed
              <div key={at} className={css.selectionRow}>
                <TextField
                  label={`Selection ${at + 1}`}
                  hideLabel
                  placeholder="Selection name"
                  value={row.name}
                  onChange={(event) => put(at, { name: event.currentTarget.value })}
                />
                {currencies.map((currency) => (
                  <TextField
                    key={currency}
                    label={`Surcharge for ${row.name} in ${currency}`}
                    hideLabel
                    before={currency}
                    inputMode="decimal"
                    value={amount(row, currency, 'price')}
                    onChange={(event) => setAmount(at, currency, event.currentTarget.value.trim())}
                  />
                ))}
                <Button
                  icon
                  variant="ghost"
                  aria-label={`Remove selection ${row.name}`}
                  onClick={() => write(rows.filter((_, nth) => nth !== at))}
                >
                  <Icon name="trash" />
                </Button>
              </div>
            ) : null,
          )}
          <div>
            <Button
              size="small"
              variant="ghost"
              onClick={() => {
                const last = rows.findLastIndex((row) => row.option === option);
                write(rows.toSpliced(last + 1, 0, { option, name: '', prices: [] }));
              }}
            >
              <Icon name="plus" />
              Add selection
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          size="small"
          onClick={() => write([...rows, { option: freeName(names), name: 'Standard', prices: [] }])}
        >
          <Icon name="plus" />
          Add option
        </Button>
      </div>
    </FieldGroup>
  );
}

const byPlace = (order: readonly string[]) => (a: { currency: string }, b: { currency: string }) =>
  order.indexOf(a.currency) - order.indexOf(b.currency);

function freeName(names: readonly string[]): string {
  let nth = names.length + 1;
  while (names.includes(`Option ${nth}`)) nth += 1;
  return `Option ${nth}`;
}
