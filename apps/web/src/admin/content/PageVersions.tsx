import { blockLines } from '@tuneport/domain/content/blocks';
import { diffLines } from '@tuneport/domain/content/text-diff';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { fromLocalTime, readersZone } from '../../ui/form/local-time.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { TextDiff } from '../../ui/text/TextDiff.tsx';
import css from './content-admin.module.css';
import type { EditedPage } from './PageEditPage.tsx';

type Version = EditedPage['versions'][number];
type Run = (done: string, act: () => Promise<unknown>) => Promise<void>;

const states = {
  draft: { label: 'Draft', tone: 'accent' },
  scheduled: { label: 'Scheduled', tone: 'busy' },
  published: { label: 'Published', tone: 'good' },
  replaced: { label: 'Replaced', tone: 'neutral' },
} as const;

/** The history of a page: every version can be compared with what is published, and restored. */
export function PageVersions({ page, onRun }: { page: EditedPage; onRun: Run }) {
  const [compared, setCompared] = useState<Version | null>(null);
  const live = page.versions.find(({ state }) => state === 'published');
  return (
    <Card>
      <h2>Versions</h2>
      <ul className={css.versions}>
        {page.versions.map((version) => {
          const params = { slug: page.slug, version: version.id };
          return (
            <li key={version.id}>
              <StateDot tone={states[version.state].tone}>{states[version.state].label}</StateDot>
              <span>
                <DateText at={version.publish_at ?? version.updated_at} show="both" />{' '}
                {version.written_by ?? 'Starting text'}
              </span>
              <div className={css.row}>
                {live && version.id !== live.id ? (
                  <Button size="small" variant="ghost" onClick={() => setCompared(version)}>
                    Compare
                  </Button>
                ) : null}
                {version.state === 'replaced' ? (
                  <Button
                    size="small"
                    variant="ghost"
                    onClick={() =>
                      void onRun('The version is your draft now.', () =>
                        call('POST /v1/admin/pages/:slug/versions/:version/restore', { params }),
                      )
                    }
                  >
                    Restore
                  </Button>
                ) : null}
                {version.state === 'scheduled' ? (
                  <Button
                    size="small"
                    variant="ghost"
                    onClick={() =>
                      void onRun('The version is your draft again.', () =>
                        call('POST /v1/admin/pages/:slug/versions/:version/unschedule', { params }),
                      )
                    }
                  >
                    Cancel schedule
                  </Button>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      {compared && live ? (
        <CompareDialog slug={page.slug} version={compared} live={live} onClose={() => setCompared(null)} />
      ) : null}
    </Card>
  );
}

function CompareDialog(props: { slug: string; version: Version; live: Version; onClose: () => void }) {
  const { slug, version, live, onClose } = props;
  const [lines, setLines] = useState<ReturnType<typeof diffLines> | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    const read = async (id: number) => {
      const whole = await call('GET /v1/admin/pages/:slug/versions/:version', { params: { slug, version: id } });
      return [whole.title, whole.seo_description, ...whole.blocks.flatMap(blockLines)].filter(Boolean);
    };
    // Drafts and scheduled versions come after what is published, earlier versions before it.
    const isLater = version.state === 'draft' || version.state === 'scheduled';
    Promise.all(isLater ? [read(live.id), read(version.id)] : [read(version.id), read(live.id)]).then(
      ([before, after]) => setLines(diffLines(before, after)),
      (failure: unknown) => setError(errorText(failure)),
    );
  }, [slug, version, live]);
  return (
    <Dialog open onClose={onClose} title="Compare with the published version" size="wide">
      {error ? <p>{error}</p> : null}
      {lines ? <TextDiff lines={lines} /> : <p aria-busy="true">Comparing…</p>}
    </Dialog>
  );
}

type ScheduleProps = { open: boolean; onClose: () => void; onChoose: (at: string) => void };

export function ScheduleDialog({ open, onClose, onChoose }: ScheduleProps) {
  const [at, setAt] = useState('');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Schedule page"
      foot={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={at === ''} onClick={() => onChoose(fromLocalTime(at))}>
            Schedule page
          </Button>
        </>
      }
    >
      <TextField
        label="Publish at"
        type="datetime-local"
        hint={`Your time zone: ${readersZone()}`}
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
    </Dialog>
  );
}
