import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { callContext } from '../../../platform/contexts.ts';
import { ViewsBar } from '../../../shell/lists/ViewsBar.tsx';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { DealList } from '../DealList.tsx';
import { LeadTabs } from '../LeadTabs.tsx';
import leadsCss from '../leads.module.css';
import { noChoices, useChoices } from '../useChoices.ts';
import css from './board.module.css';
import { pipelineOf, shownPipeline, viewQuery, views } from './board-views.ts';
import { DealBoard } from './DealBoard.tsx';
import type { RenderedBoard } from './useBoard.ts';

export const meta = () => [{ title: pageTitle('Pipeline') }];

/** The first cards are part of the page: a browser that reads them after its scripts shows them a second later. */
export async function loader({ context, url }: LoaderFunctionArgs): Promise<RenderedBoard | null> {
  if (url.searchParams.get('show') === 'list' || isFiltered(url.searchParams)) return null;
  const query = pipelineOf(url.searchParams);
  try {
    const board = await context.get(callContext)('GET /v1/admin/lead-engine/board', { query });
    return { of: JSON.stringify(query), board };
  } catch {
    // The browser retries and shows why the board cannot be read.
    return null;
  }
}
/** A change of page in the browser does not wait for the cards. */
export const clientLoader = () => null;
export const shouldRevalidate = () => false;

export default function BoardPage() {
  const [params, setParams] = useSearchParams();
  const view = views.find(([id]) => id === params.get('show'))?.[0] ?? 'board';
  const choices = useChoices();
  const pipelines = choices?.pipelines ?? [];
  const rendered = useLoaderData<typeof loader>();
  return (
    <Container width="full" className={leadsCss.page}>
      <LeadTabs />
      <div className={css.boardHead}>
        <h1>Pipeline</h1>
        <nav className={leadsCss.views} aria-label="View">
          {views.map(([id, label]) => (
            <Link
              key={id}
              to={viewQuery(params, id, pipelines)}
              aria-current={id === view ? 'page' : undefined}
              preventScrollReset
            >
              {label}
            </Link>
          ))}
        </nav>
        {pipelines.length > 1 ? (
          <NativeSelect
            label="Pipeline"
            hideLabel
            options={view === 'list' ? [{ value: '', label: 'All pipelines' }, ...pipelines] : pipelines}
            value={shownPipeline(params, view, pipelines)}
            onChange={(event) => {
              const next = new URLSearchParams(params);
              if (event.currentTarget.value === '') next.delete('pipeline');
              else next.set('pipeline', event.currentTarget.value);
              for (const name of ['page', 'after', 'before']) next.delete(name);
              setParams(next);
            }}
          />
        ) : null}
        <ButtonLink variant="primary" to="/admin/lead-engine/add">
          <Icon name="plus" />
          Add deal
        </ButtonLink>
      </div>
      <ViewsBar
        list="/admin/lead-engine"
        query={savedPart(params.toString())}
        normal={savedPart}
        choice={noColumns}
        choose={() => {}}
      />
      {choices === null && (view === 'list' || isFiltered(params)) ? (
        <Skeleton lines={10} label="Loading the board" />
      ) : choices !== null && view === 'list' ? (
        <DealList choices={choices} />
      ) : (
        <DealBoard view={view === 'list' ? 'board' : view} choices={choices ?? noChoices} rendered={rendered} />
      )}
    </Container>
  );
}

const noColumns = {};

/** Without a filter the cards are read while the choices of the filters still load. */
const isFiltered = (params: URLSearchParams) => [...params.keys()].some((name) => !['show', 'pipeline'].includes(name));

/**
 * The part of the query string that a saved view stores: board, list or calendar, pipeline, search, filters and order.
 */
function savedPart(query: string): string {
  const params = new URLSearchParams(query);
  for (const name of ['view', 'page', 'after', 'before', 'month']) params.delete(name);
  params.sort();
  return params.toString();
}
