import type { DiffLine } from '@tuneport/domain/content/text-diff';
import { Fragment } from 'react';
import css from './TextDiff.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const contextLines = 2;
const signs = { same: '', added: '+', removed: '−' } as const;
const spoken = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

/** Two texts line by line. Unchanged lines are shown only near a change. */
export function TextDiff({ lines }: { lines: readonly DiffLine[] }) {
  if (lines.every(({ kind }) => kind === 'same')) return <p>The texts are the same.</p>;
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some(({ kind }) => kind !== 'same');
  return (
    <ol className={css.diff}>
      {lines.map(({ kind, text }, at) =>
        isNear(at) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a comparison never change
          <li key={at} data-kind={kind}>
            <span className={css.sign} aria-hidden="true">
              {signs[kind]}
            </span>
            {kind === 'same' ? null : <VisuallyHidden>{spoken[kind]}</VisuallyHidden>}
            {text}
          </li>
        ) : isNear(at - 1) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={at}>
            <li className={css.gap}>…</li>
          </Fragment>
        ) : null,
      )}
    </ol>
  );
}
