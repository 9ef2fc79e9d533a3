import type { CallReply } from '@tuneport/contract/index';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { historyText } from '../../record/timeline/history-text.ts';
import css from './product-admin.module.css';
import { fieldLabels } from './product-fields.ts';

type Changes = CallReply<'GET /v1/admin/products/:id/changes'>;

const shownMax = 8;

/** Every save with its author, time, and old and new value of each field. */
export function ProductChanges({ id, first }: { id: number; first: Changes }) {
  const [older, setOlder] = useState<Changes['data']>([]);
  const [read, setRead] = useState(1);
  const all = [...first.data, ...older];
  const more = async () => {
    const answer = await call('GET /v1/admin/products/:id/changes', { params: { id }, query: { page: read + 1 } });
    setOlder((now) => [...now, ...answer.data]);
    setRead(read + 1);
  };
  return (
    <div className={css.changes}>
      <Timeline
        moments={all.map((change, at) => ({
          id: change.id,
          title: at === first.total - 1 ? 'Created' : 'Saved',
          when: <DateText at={change.at} show="relative" />,
          body: (
            <>
              <div className={css.quiet}>{change.by ?? 'System'}</div>
              {at === first.total - 1 ? null : (
                <ul className={css.changeList}>
                  {change.changes.slice(0, shownMax).map(({ field, before, after }) => (
                    <li key={field}>
                      {fieldLabels[field] ?? field}: <del>{historyText(before)}</del> {historyText(after)}
                    </li>
                  ))}
                </ul>
              )}
            </>
          ),
        }))}
      />
      {read < first.page_count ? (
        <div>
          <Button size="small" onClick={() => void more()}>
            Show older changes
          </Button>
        </div>
      ) : null}
    </div>
  );
}
