import { t } from '@tuneport/domain/text/text';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import graph from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import css from './panels.module.css';

/** What the file says about itself, and what was corrected when it was read. */
export function AboutPanel({ open: { log } }: { open: OpenLog }) {
  return (
    <div className={css.panelForm}>
      {log.notes.length === 0 ? null : (
        <Notice title={t('Corrections')}>
          <ul className={css.notes}>
            {log.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      {log.about.length === 0 ? (
        <p className={graph.quiet}>{t('The file contains no description.')}</p>
      ) : (
        <pre className={css.about}>{log.about.join('\n')}</pre>
      )}
    </div>
  );
}
