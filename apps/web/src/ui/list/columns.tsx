import { percentText } from '@tuneport/domain/text/percent-text';
import type { ReactNode } from 'react';
import { TextLink } from '../controls/Button.tsx';
import { StateDot, type StateTone } from '../feedback/StateDot.tsx';
import { DateText } from '../text/DateText.tsx';
import { MoneyText } from '../text/MoneyText.tsx';
import type { WireMoney } from '../text/money-text.ts';
import type { Column } from './list-columns.ts';
import { grouped } from './list-state.ts';

// Columns as data: what the list shows and what its CSV file holds come from the same property.

type Of<Row, Value> = { [P in keyof Row & string]: Row[P] extends Value ? P : never }[keyof Row & string];
type More = Pick<Column<never>, 'editable' | 'hideBelow' | 'sortable' | 'width'>;

export const textColumn = <Row,>(id: Of<Row, string | null>, label: string, more: More = {}): Column<Row> => ({
  id,
  label,
  ...more,
  cell: (row) => (row[id] as string | null) || '–',
  csv: (row) => (row[id] as string | null) ?? '',
});

export const numberColumn = <Row,>(id: Of<Row, number>, label: string, more: More = {}): Column<Row> => ({
  id,
  label,
  align: 'end',
  ...more,
  cell: (row) => grouped(row[id] as number),
  csv: (row) => row[id] as number,
});

export const percentColumn = <Row,>(id: Of<Row, string>, label: string, more: More = {}): Column<Row> => ({
  id,
  label,
  align: 'end',
  ...more,
  cell: (row) => percentText(row[id] as string),
  csv: (row) => row[id] as string,
});

export const moneyColumn = <Row,>(id: Of<Row, WireMoney>, label: string, more: More = {}): Column<Row> => ({
  id,
  label,
  align: 'end',
  ...more,
  cell: (row) => <MoneyText money={row[id] as WireMoney} />,
  csv: (row) => (row[id] as WireMoney).amount,
});

export const dateColumn = <Row,>(
  id: Of<Row, string | null>,
  label: string,
  { show, ...more }: More & { show?: 'date' | 'both' | 'relative' } = {},
): Column<Row> => ({
  id,
  label,
  ...more,
  cell: (row) => (row[id] ? <DateText at={row[id] as string} show={show} /> : '–'),
  csv: (row) => (row[id] as string | null) ?? '',
});

/** A state by its label and tone; `hollow` for one that has not begun. */
export type StateLabels<S extends string> = Readonly<Record<S, { label: string; tone?: StateTone; hollow?: true }>>;
export const stateColumn = <Row, S extends string>(
  id: Of<Row, S>,
  label: string,
  states: StateLabels<S>,
  more: More = {},
): Column<Row> => ({
  id,
  label,
  ...more,
  cell: (row) => stateDot(states, row[id] as S),
  csv: (row) => states[row[id] as S].label,
});
export const stateDot = <S extends string>(states: StateLabels<S>, state: S): ReactNode => (
  <StateDot tone={states[state].tone} hollow={states[state].hollow}>
    {states[state].label}
  </StateDot>
);
export const stateOptions = (states: StateLabels<string>) =>
  Object.entries(states).map(([value, { label }]) => ({ value, label }));

/** Another record, which its name opens. */
export const linkColumn = <Row,>(
  id: string,
  label: string,
  of: (row: Row) => { id: number; name: string } | null,
  to: (id: number) => string,
  more: More = {},
): Column<Row> => ({
  id,
  label,
  ...more,
  cell: (row) => {
    const other = of(row);
    return other ? (
      <TextLink to={to(other.id)} discover="none">
        {other.name}
      </TextLink>
    ) : (
      '–'
    );
  },
  csv: (row) => of(row)?.name ?? '',
});
