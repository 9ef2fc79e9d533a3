import { useState } from 'react';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { firstClass, rateIndex, type ShippingTable, withPrice } from './shipping-form.ts';
import css from './tables.module.css';

type Props = {
  table: ShippingTable;
  onChange: (table: ShippingTable) => void;
  errorAt: (path: string) => readonly string[] | undefined;
  currencies: readonly string[];
  readOnly: boolean;
};

/**
 * One shipping class and currency at a time: a row per zone, a column per tier, and in each cell the price of the first
 * and of each further piece.
 */
export function PriceGrid({ table, onChange, errorAt, currencies, readOnly }: Props) {
  const [chosenClass, setClass] = useState(() => firstClass(table));
  const [currency, setCurrency] = useState(() => table.rates[0]?.currency ?? 'CAD');
  if (table.zones.length === 0 || table.tiers.length === 0)
    return <p className={css.quiet}>Add a zone and a tier below to enter prices here.</p>;
  const prices = (slug: string) => table.rates.filter((rate) => rate.class === slug).length;
  return (
    <>
      <div className={css.choice}>
        <NativeSelect
          label="Shipping class"
          value={chosenClass}
          options={table.classes.map(({ slug, name }) => ({
            value: slug,
            label: prices(slug) === 0 ? `${name} (no prices yet)` : name,
          }))}
          onChange={(event) => setClass(event.currentTarget.value)}
        />
        <NativeSelect
          label="Currency"
          value={currency}
          options={currencies.map((code) => ({ value: code, label: code }))}
          hint="A currency without prices is converted from the default one."
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
      </div>
      <div className={css.scroll}>
        <table className={css.prices}>
          <thead>
            <tr>
              <th scope="col">To</th>
              {table.tiers.map(({ key, name }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as for zones
                <th key={column} scope="col">
                  {name || key}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.zones.map((zone, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a zone is its place; its name may be missing while it is typed
              <tr key={row}>
                <th scope="row">{zone.name}</th>
                {table.tiers.map((tier, column) => {
                  const cell = { class: chosenClass, currency, zone: zone.name, tier: tier.key };
                  const at = rateIndex(table, cell);
                  const rate = table.rates[at];
                  const where = `${zone.name}, ${tier.name || tier.key}`;
                  const errors = [
                    ...(errorAt(`rates.${at}`) ?? []),
                    ...(errorAt(`rates.${at}.price`) ?? []),
                    ...(errorAt(`rates.${at}.currency`) ?? []),
                  ];
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as for zones
                    <td key={column}>
                      <div className={css.price}>
                        <TextField
                          label={`${where}: first item`}
                          hideLabel
                          inputMode="decimal"
                          placeholder="not sent"
                          readOnly={readOnly}
                          value={rate?.price ?? ''}
                          error={errors.length > 0 ? errors : undefined}
                          onChange={(event) => onChange(withPrice(table, cell, 'price', event.currentTarget.value))}
                        />
                        <TextField
                          label={`${where}: each additional item`}
                          hideLabel
                          before="+"
                          inputMode="decimal"
                          placeholder="each further"
                          readOnly={readOnly}
                          value={rate?.extra ?? ''}
                          error={errorAt(`rates.${at}.extra`)}
                          onChange={(event) => onChange(withPrice(table, cell, 'extra', event.currentTarget.value))}
                        />
                      </div>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
