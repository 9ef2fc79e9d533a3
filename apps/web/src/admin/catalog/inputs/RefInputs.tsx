import { Button } from '../../../ui/controls/Button.tsx';
import { FieldGroup, type LinesProps } from '../../../ui/form/FieldGroup.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from '../catalog-admin.module.css';
import { refLine, refOf, type SearchedKind } from '../catalog-field.ts';
import { RecordSearch } from './RecordSearch.tsx';

type Query = Readonly<Record<string, string | number>>;

/** A list of records: removed with a button, added by searching. */
export function RefsInput({ of, ...props }: LinesProps & { of: SearchedKind }) {
  const { lines, disabled, onChange, label } = props;
  return (
    <FieldGroup {...props}>
      {lines.length > 0 ? (
        <ul className={css.lines}>
          {lines.map((line) => (
            <li key={line} className={css.line}>
              {refOf(line).name}
              {disabled ? null : (
                <Button
                  icon
                  size="small"
                  variant="ghost"
                  aria-label={`Remove ${refOf(line).name}`}
                  onClick={() => onChange(lines.filter((one) => one !== line))}
                >
                  <Icon name="close" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.hint}>None.</p>
      )}
      {disabled ? null : (
        <RecordSearch
          of={of}
          label={`Search ${label.toLowerCase()} to add`}
          taken={lines.map((line) => refOf(line).id)}
          onPick={(ref) => onChange([...lines, refLine(ref)])}
        />
      )}
    </FieldGroup>
  );
}

type RefProps = Omit<LinesProps, 'lines' | 'onChange'> & {
  of: SearchedKind;
  line: string | null;
  query?: Query;
  onChange: (line: string | null) => void;
};

export function RefInput({ of, line, query, onChange, ...props }: RefProps) {
  return (
    <FieldGroup {...props}>
      {line ? (
        <div className={css.line}>
          {refOf(line).name}
          {props.disabled ? null : (
            <Button
              icon
              size="small"
              variant="ghost"
              aria-label={`Remove ${refOf(line).name}`}
              onClick={() => onChange(null)}
            >
              <Icon name="close" />
            </Button>
          )}
        </div>
      ) : props.disabled ? (
        <p className={css.hint}>Any.</p>
      ) : (
        <RecordSearch
          of={of}
          label={`Search ${props.label.toLowerCase()}`}
          query={query}
          onPick={(ref) => onChange(refLine(ref))}
        />
      )}
    </FieldGroup>
  );
}
