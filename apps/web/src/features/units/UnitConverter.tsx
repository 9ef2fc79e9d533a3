import { decimalMark, t, tIn } from '@tuneport/domain/text/text';
import { type DecimalText, decimalText, type Rational } from '@tuneport/domain/units/rational';
import {
  amountProblem,
  convert,
  findUnit,
  type Quantity,
  quantities,
  readAmount,
  type Unit,
} from '@tuneport/domain/units/units';
import { useState } from 'react';
import { Form, useSearchParams } from 'react-router';
import { pageTitle } from '../../shell/title.ts';
import { cx } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Link } from '../../ui/controls/Link.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import css from './units.module.css';

const path = '/tools/unit-converter';

export const meta = () => [
  { title: pageTitle(t('Unit converter')) },
  {
    name: 'description',
    content: t(
      'Convert hp, kW and PS, lb-ft and Nm, psi and bar, mpg and L/100 km, °F and °C. Exact, without rounding errors.',
    ),
  },
];

type Chosen = { quantity: Quantity; value: string; from: Unit; to: Unit };

/** The state of the page is its address; anything unknown in it falls back to the sample. */
function chosenIn(params: URLSearchParams): Chosen {
  const quantity = quantities.find(({ id }) => id === params.get('quantity')) ?? (quantities[0] as Quantity);
  const { sample } = quantity;
  const unitOf = (id: string | null, fallback: string) =>
    (findUnit(quantity, id) ?? findUnit(quantity, fallback) ?? quantity.units[0]) as Unit;
  return {
    quantity,
    value: (params.get('value') ?? sample.value).slice(0, 60),
    from: unitOf(params.get('from'), sample.from),
    to: unitOf(params.get('to'), sample.to),
  };
}

const addressOf = ({ quantity, value, from, to }: Chosen): string =>
  `${path}?${new URLSearchParams({ quantity: quantity.id, value, from: from.id, to: to.id })}`;

export default function UnitConverter() {
  const [params] = useSearchParams();
  const chosen = chosenIn(params);
  return (
    <Container width="reading" className={css.page}>
      <header>
        <h1>{t('Unit converter')}</h1>
        <p className={css.lead}>
          {t('Exact conversion of the units you meet in tuning. The address of this page holds your input.')}
        </p>
      </header>
      <nav aria-label={tIn('physics', 'Quantity')} className={css.quantities}>
        {quantities.map(({ id, name }) => (
          <Link
            key={id}
            to={`${path}?quantity=${id}`}
            preventScrollReset
            className={css.quantity}
            aria-current={id === chosen.quantity.id ? 'page' : undefined}
          >
            {t(name)}
          </Link>
        ))}
      </nav>
      <Converter key={chosen.quantity.id} address={chosen} />
    </Container>
  );
}

/** With the decimal mark of the language; the field reads both marks. */
function localText(value: Rational): DecimalText {
  const { text, exact } = decimalText(value);
  return { text: text.replace('.', decimalMark()), exact };
}

function Converter({ address }: { address: Chosen }) {
  const [, setParams] = useSearchParams();
  const [chosen, setChosen] = useState(address);
  const { quantity, value, from, to } = chosen;
  const choose = (part: Partial<Chosen>) => {
    const next = { ...chosen, ...part };
    setChosen(next);
    setParams(new URL(addressOf(next), 'https://site.invalid').searchParams, {
      replace: true,
      preventScrollReset: true,
    });
  };
  const amount = readAmount(value);
  const problem = amount
    ? amountProblem(quantity, from, amount)
    : t('Enter a number, such as {example}.', { example: `1234${decimalMark()}5` });
  const options = quantity.units.map(({ id, symbol, name }) => ({ value: id, label: `${symbol} – ${t(name)}` }));
  const unitField = (label: string, name: 'from' | 'to') => (
    <NativeSelect
      label={label}
      name={name}
      options={options}
      value={chosen[name].id}
      onChange={(event) => choose({ [name]: findUnit(quantity, event.currentTarget.value) ?? chosen[name] })}
    />
  );
  const result = amount && !problem ? localText(convert(amount, from, to)) : null;
  return (
    <>
      <Form
        method="get"
        action={path}
        className={css.form}
        aria-label={t(quantity.name)}
        onSubmit={(event) => event.preventDefault()}
      >
        <input type="hidden" name="quantity" value={quantity.id} />
        <TextField
          label={t('Value')}
          name="value"
          inputMode="decimal"
          autoComplete="off"
          maxLength={60}
          value={value}
          error={problem ? [problem] : undefined}
          onChange={(event) => choose({ value: event.currentTarget.value })}
        />
        {unitField(t('From'), 'from')}
        {unitField(t('To'), 'to')}
        <noscript>
          <Button type="submit">{t('Convert')}</Button>
        </noscript>
      </Form>
      <p className={css.result} role="status">
        {result ? (
          <>
            <span className={css.given}>
              {value} {from.symbol} {result.exact ? '=' : '≈'}
            </span>{' '}
            <output>
              {result.text} <small>{to.symbol}</small>
            </output>
          </>
        ) : null}
      </p>
      <Row>
        <Button onClick={() => choose({ from: to, to: from, value: result?.text ?? value })}>{t('Swap units')}</Button>
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(new URL(addressOf(chosen), location.href).href).then(
              () => toast(t('Link copied.')),
              () => toast(t('The link could not be copied. Copy it from the address bar.'), { tone: 'bad' }),
            )
          }
        >
          {t('Copy link')}
        </Button>
      </Row>
      {amount && !problem ? (
        <table className={css.table}>
          <caption>{t('{value} {symbol} in every unit', { value, symbol: from.symbol })}</caption>
          <tbody>
            {quantity.units.map((unit) => {
              const shown = localText(convert(amount, from, unit));
              return (
                <tr key={unit.id} className={cx(unit === to && css.target)}>
                  <th scope="row">{t(unit.name)}</th>
                  <td>
                    {shown.exact ? '' : '≈ '}
                    {shown.text} <small>{unit.symbol}</small>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
    </>
  );
}
