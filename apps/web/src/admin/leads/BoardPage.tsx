import { closedDealDays } from '@tuneport/domain/leads/deal-states';
import { toDecimal } from '@tuneport/domain/money/money';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { useLiveRecord } from '../../platform/api/live-record.ts';
import { callContext } from '../../platform/contexts.ts';
import { ViewsBar } from '../../shell/lists/ViewsBar.tsx';
import { pageTitle } from '../../shell/title.ts';
import { Board, type BoardMove } from '../../ui/board/Board.tsx';
import { Calendar } from '../../ui/calendar/Calendar.tsx';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { ListBar } from '../../ui/list/ListBar.tsx';
import { type ListState, listParams, listQuery, parseListState } from '../../ui/list/list-state.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import { type Card, totalsOf, wholeUnits } from './board-state.ts';
import type { SyncState } from './board-sync.ts';
import { shownPipeline, viewQuery, views } from './board-views.ts';
import { DealList } from './DealList.tsx';
import { LostDialog } from './deal/LostDialog.tsx';
import { dealFilters } from './deal-filters.ts';
import { noCustomFields } from './fields/custom-fields.ts';
import { LeadCard } from './LeadCard.tsx';
import { LeadTabs } from './LeadTabs.tsx';
import css from './leads.module.css';
import { QuickAdd } from './QuickAdd.tsx';
import { type RenderedBoard, useBoard } from './useBoard.ts';
import { type Choices, useChoices } from './useChoices.ts';

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
  return (
    <Container width="full" className={css.page}>
      <LeadTabs />
      <div className={css.boardHead}>
        <h1>Pipeline</h1>
        <nav className={css.views} aria-label="View">
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
        <Boards view={view === 'list' ? 'board' : view} choices={choices ?? noChoices} />
      )}
    </Container>
  );
}

/** An invalid pipeline is left out. */
function pipelineOf(params: URLSearchParams): { pipeline?: number } {
  const pipeline = params.get('pipeline');
  return pipeline && /^[1-9]\d{0,8}$/.test(pipeline) ? { pipeline: Number(pipeline) } : {};
}

const noColumns = {};
const noChoices: Choices = { owners: [], labels: [], pipelines: [], stages: [], fields: noCustomFields };

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

function Boards({ view, choices }: { view: 'board' | 'calendar'; choices: Choices }) {
  const filters = useMemo(() => dealFilters(choices), [choices]);
  const [params, setParams] = useSearchParams();
  const search = useRef<HTMLInputElement>(null);
  const spec = useMemo(() => ({ sortable: [], filters }), [filters]);
  const state = parseListState(params, spec);
  const query = {
    // Query values are text; an invalid number is left out.
    ...Object.fromEntries(
      Object.entries(listQuery(state, spec)).filter(
        ([id, value]) => id !== 'page' && (!id.startsWith('value') || /^\d{1,12}(\.\d+)?$/.test(String(value))),
      ),
    ),
    ...pipelineOf(params),
  };
  const {
    board,
    error,
    state: sync,
    placed,
    move,
    reload,
    follow,
  } = useBoard(JSON.stringify(query), useLoaderData<typeof loader>());
  const [losing, setLosing] = useState<BoardMove | null>(null);
  const today = useToday();
  const go = (next: ListState, replace = false) =>
    setParams((now) => listParams(next, spec, now), { replace, preventScrollReset: true });

  const stages = board?.pipeline.stages ?? [];
  const stagesRef = useRef(stages);
  stagesRef.current = stages;
  const onMove = useCallback(
    (wanted: BoardMove) => {
      const stage = stagesRef.current.find(({ id }) => id === wanted.columnId);
      if (stage?.closesAs === 'lost') setLosing(wanted);
      else move(wanted);
    },
    [move],
  );
  const rotDays = new Map(stages.map((stage) => [stage.id, stage.rotDays]));
  const renderCard = useStableRender(
    (card: Card) => <LeadCard card={card} rotDays={rotDays.get(card.stageId) ?? null} today={today} />,
    JSON.stringify([[...rotDays], today]),
  );

  if (error && !board) return <ErrorState onRetry={reload}>{error.message}</ErrorState>;
  const bar = (
    <div className={css.boardBar}>
      <ListBar
        title="deals"
        columns={[]}
        filters={filters}
        searchLabel="Search deals"
        search={search}
        state={state}
        go={go}
      />
    </div>
  );
  if (!board)
    return (
      <>
        {bar}
        <Skeleton lines={10} label="Loading the board" />
      </>
    );
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0;
  if (view === 'calendar')
    return (
      <>
        {bar}
        <FollowBoard pipelineId={board.pipeline.id} follow={follow} reload={reload} />
        <SyncNotice state={sync} />
        <DealCalendar cards={board.cards} today={today} />
      </>
    );
  return (
    <>
      {bar}
      <FollowBoard pipelineId={board.pipeline.id} follow={follow} reload={reload} />
      <SyncNotice state={sync} />
      {placed.length === 0 && narrowed ? <Notice>No open deal matches these filters.</Notice> : null}
      {placed.length === 0 && !narrowed ? (
        <EmptyState
          title="Deals appear here once you add one."
          step={
            <ButtonLink variant="quiet" to="/admin/lead-engine/add">
              Add the first deal
            </ButtonLink>
          }
        >
          Drag them from stage to stage until they are won.
        </EmptyState>
      ) : null}
      <Board
        label={`Pipeline ${board.pipeline.name}`}
        columns={stages.map((stage) => ({
          id: stage.id,
          title: stage.name,
          ...(stage.closesAs
            ? {
                target: stage.closesAs === 'won' ? ('good' as const) : ('bad' as const),
                head: <ClosedHead board={board} status={stage.closesAs} />,
              }
            : {
                head: (
                  <StageHead
                    cards={placed.filter((one) => one.columnId === stage.id).map((one) => one.card)}
                    beyond={board.beyond.find(({ stageId }) => stageId === stage.id)?.count ?? 0}
                    probability={stage.probability}
                  />
                ),
                foot: <QuickAdd stageId={stage.id} stage={stage.name} onAdded={() => void follow()} />,
              }),
        }))}
        cards={placed}
        card={renderCard}
        onMove={onMove}
      />
      <LostDialog
        open={losing !== null}
        onClose={() => setLosing(null)}
        onLost={(reason) => {
          if (losing) move(losing, reason);
        }}
      />
    </>
  );
}

type FollowProps = Pick<ReturnType<typeof useBoard>, 'follow' | 'reload'> & { pipelineId: number };

/** Follows the moves of other users. */
function FollowBoard({ pipelineId, follow, reload }: FollowProps) {
  useLiveRecord({
    address: `/api/v1/admin/lead-engine/pipelines/${pipelineId}/live`,
    ask: async () => {
      await follow();
      return true;
    },
    heard: (version) => void follow(version),
    gone: reload,
  });
  return null;
}

/** Says that the board may show old data. */
const SyncNotice = ({ state }: { state: SyncState }) =>
  state === 'current' ? null : (
    <Notice tone="careful" live>
      {state === 'offline'
        ? 'You are offline. The board is updated when your connection is back.'
        : 'The board is not up to date. Trying again …'}
    </Notice>
  );

/** The same function until its inputs change, so that the cards of a board are not drawn again. */
function useStableRender(render: (card: Card) => ReactNode, inputs: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `inputs` names everything that `render` uses
  return useMemo(() => (placed: { card: Card }) => render(placed.card), [inputs]);
}

const StageHead = memo(function StageHead(props: { cards: Card[]; beyond: number; probability: number }) {
  const { count, value, weighted } = totalsOf(props.cards);
  return (
    <div className={css.totals}>
      <span>
        <strong>{count + props.beyond}</strong> {count + props.beyond === 1 ? 'deal' : 'deals'}
        {value.map((amount) => (
          <span key={amount.currency}>
            {' '}
            · <strong>{wholeUnits(toDecimal(amount))}</strong> {amount.currency}
          </span>
        ))}
      </span>
      <span>
        {weighted.length > 0
          ? `Forecast ${weighted.map((amount) => `${wholeUnits(toDecimal(amount))} ${amount.currency}`).join(', ')}`
          : `Probability ${props.probability}%`}
      </span>
      {props.beyond > 0 ? <span>{props.beyond} more in the list view</span> : null}
    </div>
  );
});

function ClosedHead({ board, status }: { board: ReturnType<typeof useBoard>['board']; status: 'won' | 'lost' }) {
  const closed = board?.closed.find((one) => one.status === status);
  return (
    <div className={css.totals}>
      <span>
        <strong>{closed?.count ?? 0}</strong> in {closedDealDays} days
      </span>
      {closed ? (
        <span>
          {wholeUnits(closed.value.amount)} {closed.value.currency}
        </span>
      ) : null}
      <TextLink to={`/admin/lead-engine?show=list&mode=${status}&pipeline=${board?.pipeline.id ?? ''}`} discover="none">
        Show
      </TextLink>
    </div>
  );
}

function DealCalendar({ cards, today }: { cards: readonly Card[]; today: string }) {
  const [params] = useSearchParams();
  const entries = cards.flatMap((card) =>
    card.expectedCloseDate
      ? [
          {
            id: card.id,
            date: card.expectedCloseDate,
            content: (
              <TextLink quiet className={css.entry} to={`/admin/lead-engine/deals/${card.id}`} discover="none">
                {card.title}
              </TextLink>
            ),
          },
        ]
      : [],
  );
  return (
    <Calendar
      label="Deals by expected close date"
      month={params.get('month')}
      today={today}
      entries={entries}
      monthLink={(month) => {
        const next = new URLSearchParams(params);
        next.set('month', month);
        return `?${next}`;
      }}
      empty="No open deal is expected to close this month."
    />
  );
}

/** The day of the reader; the first render, which the server may share, uses UTC. */
function useToday(): string {
  const [today, setToday] = useState(() => new Date().toISOString().slice(0, 10));
  useEffect(() => {
    const now = new Date();
    setToday(new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10));
  }, []);
  return today;
}
