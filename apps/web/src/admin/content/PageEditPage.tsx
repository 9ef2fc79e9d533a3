import type { CallInput, CallReply } from '@tuneport/contract/index';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Stack } from '../../ui/layout/Layout.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { BlockEditor, type EditedBlock } from './BlockEditor.tsx';
import css from './content-admin.module.css';
import { PageVersions, ScheduleDialog } from './PageVersions.tsx';

export type EditedPage = CallReply<'GET /v1/admin/pages/:slug'>;

const load = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/pages/:slug', { params: { slug: params.slug ?? '' } });
load.hydrate = true as const;
export const clientLoader = load;
export const HydrateFallback = () => <RecordLoading label="Loading the page" />;
export const meta = ({ loaderData }: { loaderData?: EditedPage }) => [
  { title: pageTitle(loaderData?.current.title ?? 'Page') },
];

export default function PageEditPage() {
  const page = useLoaderData() as EditedPage;
  // Another or a restored version resets the editor.
  return <PageEditor key={`${page.slug} ${page.updated_at}`} page={page} />;
}

/** The contract takes lists that may be changed; the editor never changes one. */
type SentBlocks = CallInput<'PUT /v1/admin/pages/:slug/draft'>['body']['blocks'];

const draftOf = ({ current }: EditedPage) => ({
  title: current.title,
  seo_title: current.seo_title,
  seo_description: current.seo_description,
  indexed: current.indexed,
  blocks: current.blocks.map((block, key): EditedBlock => ({ key, block })) as readonly EditedBlock[],
});

function PageEditor({ page }: { page: EditedPage }) {
  const [draft, setDraft] = useState(() => draftOf(page));
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [isScheduling, setIsScheduling] = useState(false);
  const { revalidate } = useRevalidator();
  const params = { slug: page.slug };
  const change = (part: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setDirty(true);
  };
  const run = async (done: string, act: () => Promise<unknown>) => {
    setBusy(true);
    setError('');
    try {
      await act();
      setDirty(false);
      toast(done);
      await revalidate();
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      setError(
        failure instanceof ApiError && failure.status === 412
          ? 'Someone else saved this page after you opened it. Copy what you need, then reload the page.'
          : errorText(failure),
      );
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    call('PUT /v1/admin/pages/:slug/draft', {
      params,
      body: { ...draft, blocks: draft.blocks.map(({ block }) => block) as SentBlocks },
      readAt: page.updated_at,
    });
  const hasDraft = page.current.state === 'draft';
  const publish = async (at: string | null) => {
    if (dirty || !hasDraft) await save();
    await call('POST /v1/admin/pages/:slug/publish', { params, body: { at } });
  };
  const isPublished = !page.hidden && page.versions.some(({ state }) => state === 'published');
  return (
    <RecordFrame
      crumbs={[{ label: 'Pages', to: '/admin/pages' }]}
      title={page.current.title}
      about={
        <StateDot tone={isPublished ? 'good' : 'neutral'}>
          {isPublished ? 'Published' : 'Unpublished'}
          {hasDraft ? ', with unpublished changes' : ''}, /{page.slug}
        </StateDot>
      }
      actions={
        <>
          {isPublished ? <ButtonLink to={`/${page.slug}`}>View page</ButtonLink> : null}
          <ButtonLink to={`/admin/pages/${page.slug}/preview`}>Preview draft</ButtonLink>
          <Button busy={busy} disabled={!dirty} onClick={() => void run('The draft was saved.', save)}>
            Save draft
          </Button>
          <Button disabled={busy || (!dirty && !hasDraft)} onClick={() => setIsScheduling(true)}>
            Schedule
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!dirty && !hasDraft}
            onClick={() => void run('The page was published.', () => publish(null))}
          >
            Publish page
          </Button>
        </>
      }
      side={<PageVersions page={page} onRun={run} />}
    >
      {dirty ? <LeaveGuard /> : null}
      {error ? (
        <Notice tone="bad" live>
          {error}
        </Notice>
      ) : null}
      <Card>
        <Stack>
          <TextField
            label="Title"
            maxLength={200}
            value={draft.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <BlockEditor blocks={draft.blocks} onChange={(blocks) => change({ blocks })} />
        </Stack>
      </Card>
      <Card>
        <Stack>
          <h2>SEO</h2>
          <TextField
            label="Title for search engines"
            optional
            maxLength={120}
            hint="Leave blank to use the title of the page."
            value={draft.seo_title}
            onChange={(event) => change({ seo_title: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            rows={2}
            maxLength={300}
            hint="Shown below the title of the page and in search results."
            value={draft.seo_description}
            onChange={(event) => change({ seo_description: event.currentTarget.value })}
          />
          <Checkbox
            label="Show in search engines and the sitemap"
            checked={draft.indexed}
            onChange={(event) => change({ indexed: event.currentTarget.checked })}
          />
        </Stack>
      </Card>
      <div className={css.row}>
        {hasDraft && page.versions.length > 1 ? (
          <Button
            variant="danger"
            onClick={() =>
              void run('The draft was discarded.', () => call('DELETE /v1/admin/pages/:slug/draft', { params }))
            }
          >
            Discard draft
          </Button>
        ) : null}
        <Button
          variant={page.hidden ? 'quiet' : 'danger'}
          onClick={() =>
            void run(page.hidden ? 'The page is published again.' : 'The page was unpublished.', () =>
              call('POST /v1/admin/pages/:slug/visibility', { params, body: { hidden: !page.hidden } }),
            )
          }
        >
          {page.hidden ? 'Publish again' : 'Unpublish page'}
        </Button>
      </div>
      <ScheduleDialog
        open={isScheduling}
        onClose={() => setIsScheduling(false)}
        onChoose={(at) => {
          setIsScheduling(false);
          void run('The page was scheduled.', () => publish(at));
        }}
      />
    </RecordFrame>
  );
}
