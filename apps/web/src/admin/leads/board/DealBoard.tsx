import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLiveRecord } from '../../../platform/api/live-record.ts';
import { Board, type BoardMove } from '../../../ui/board/Board.tsx';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { ListBar } from '../../../ui/list/ListBar.tsx';
import { type ListState, listParams, matchingQuery, parseListState } from '../../../ui/list/list-state.ts';
import { LostDialog } from '../deal/LostDialog.tsx';
import { dealFilters } from '../deal-filters.ts';
import type { Choices } from '../useChoices.ts';
import { useToday } from '../useToday.ts';
import css from './board.module.css';
import type { Card } from './board-state.ts';
import type { SyncState } from './board-sync.ts';
import { pipelineOf } from './board-views.ts';
import { DealCalendar } from './DealCalendar.tsx';
import { LeadCard } from './LeadCard.tsx';
import { QuickAdd } from './QuickAdd.tsx';
import { ClosedHead, StageHead } from './StageHeads.tsx';
import { type RenderedBoard, useBoard } from './useBoard.ts';

type Props = {
  view: 'board' | 'calendar';
  choices: Choices;
  /** The board that the server rendered; null when the browser reads it. */
  rendered: RenderedBoard | null;
};

/** The open deals of a pipeline by stage, or by the day they are expected to close. */
export function DealBoard({ view, choices, rendered }: Props) {
  const filters = useMemo(() => dealFilters(choices), [choices]);
  const [params, setParams] = useSearchParams();
  const search = useRef<HTMLInputElement>(null);
  const spec = useMemo(() => ({ sortable: [], filters }), [filters]);
  const state = parseListState(params, spec);
  const query = {
    ...matchingQuery(state, spec),
    ...pipelineOf(params),
  };
  const { board, error, state: sync, placed, move, reload, follow } = useBoard(JSON.stringify(query), rendered);
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
                    beyond={board.beyond.filter(({ stageId }) => stageId === stage.id)}
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
    poll: async () => {
      await follow();
      return true;
    },
    onVersion: (version) => void follow(version),
    onGone: reload,
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
