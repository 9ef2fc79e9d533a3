import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../text/Icon.tsx';
import { FieldGroup, type LinesProps } from './FieldGroup.tsx';

type Props = LinesProps & {
  /** Layout class of the controls of a row; the remove button is the last of them. */
  className: string | undefined;
  /** null when nothing more can be added. */
  add: { label: string; line: () => string } | null;
  /** Label of a row's remove button. */
  remove: (line: string) => string;
  row: (line: string, change: (line: string) => void, number: number) => ReactNode;
};

/** A list edited row by row. */
export function LineRows({ className, add, remove, row, ...props }: Props) {
  const { lines, disabled, onChange } = props;
  const change = (at: number, line: string) => onChange(lines.map((old, index) => (index === at ? line : old)));
  return (
    <FieldGroup id={props.id} label={props.label} hint={props.hint} error={props.error}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its text changes with every key typed
        <div key={at} className={className}>
          {row(line, (next) => change(at, next), at + 1)}
          {disabled ? null : (
            <Button
              icon
              variant="ghost"
              aria-label={remove(line)}
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            >
              <Icon name="trash" />
            </Button>
          )}
        </div>
      ))}
      {disabled || !add ? null : (
        <div>
          <Button size="small" onClick={() => onChange([...lines, add.line()])}>
            <Icon name="plus" />
            {add.label}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}
