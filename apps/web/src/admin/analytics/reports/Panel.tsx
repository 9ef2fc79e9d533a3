import { type ReactNode, useId } from 'react';
import css from './reports.module.css';

type Props = {
  title: string;
  /** Beside the title: a choice, or an export. */
  actions?: ReactNode;
  note?: ReactNode;
  wide?: boolean;
  children: ReactNode;
};

/** One question of a report and its answer. */
export function Panel({ title, actions, note, wide, children }: Props) {
  const id = useId();
  return (
    <section className={wide ? `${css.panel} ${css.wide}` : css.panel} aria-labelledby={id}>
      <div className={css.panelHead}>
        <h2 id={id}>{title}</h2>
        {actions ? <div className={css.panelActions}>{actions}</div> : null}
      </div>
      {children}
      {note ? <p className={css.note}>{note}</p> : null}
    </section>
  );
}
