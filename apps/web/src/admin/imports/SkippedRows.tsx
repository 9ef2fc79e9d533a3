import { grouped } from '../../ui/list/list-state.ts';
import css from '../catalog/catalog-admin.module.css';

type Props = {
  /** "Why 12 rows were skipped" */
  title: string;
  byReason: Readonly<Record<string, number>>;
  lines: readonly { line: number; reason: string }[];
  /** The whole list as a file. */
  file: string;
  open: boolean;
};

const linesShown = 20;

/** Why rows of a file were left out, by reason, with the first of them. */
export function SkippedRows({ title, byReason, lines, file, open }: Props) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ul className={css.plain}>
        {Object.entries(byReason)
          .sort((a, b) => b[1] - a[1])
          .map(([reason, count]) => (
            <li key={reason}>
              <span>{reason}</span>
              <strong>{grouped(count)}</strong>
            </li>
          ))}
      </ul>
      <h3 className={css.sub}>First rows</h3>
      <ul className={css.plain}>
        {lines.slice(0, linesShown).map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>
            <span>
              Line {line}: {reason}
            </span>
          </li>
        ))}
      </ul>
      <a href={file} download>
        Download all rows with reasons
      </a>
    </details>
  );
}
