import type { Option } from '../../../ui/form/NativeSelect.tsx';

export const views = [
  ['board', 'Board'],
  ['list', 'List'],
  ['calendar', 'Calendar'],
] as const;
type BoardView = (typeof views)[number][0];

/** The pipeline that the select shows. A board has one; a list without one has the deals of all, which is empty text. */
export const shownPipeline = (params: URLSearchParams, view: BoardView, pipelines: readonly Option[]): string =>
  params.get('pipeline') ?? (view === 'list' ? '' : (pipelines[0]?.value ?? ''));

/** The query string of a view. A list opened from a board shows the pipeline of the board. */
export function viewQuery(params: URLSearchParams, to: BoardView, pipelines: readonly Option[]): string {
  const next = new URLSearchParams(params);
  const isList = next.get('show') === 'list';
  if (to === 'board') next.delete('show');
  else next.set('show', to);
  if (to === 'list' && !isList && pipelines.length > 1) next.set('pipeline', shownPipeline(params, 'board', pipelines));
  for (const name of ['page', 'after', 'before']) next.delete(name);
  return `?${next}`;
}

/** An invalid pipeline is left out. */
export function pipelineOf(params: URLSearchParams): { pipeline?: number } {
  const pipeline = params.get('pipeline');
  return pipeline && /^[1-9]\d{0,8}$/.test(pipeline) ? { pipeline: Number(pipeline) } : {};
}
