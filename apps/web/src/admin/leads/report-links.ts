import type { CallReply } from '@tuneport/contract/index';

export type Report = CallReply<'GET /v1/admin/lead-engine/report'>;

const lastDay = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** Links from the figures of the report to the deals behind them, with the period, pipeline and owner of the report. */
export function reportLinks({ from, to, pipeline }: Pick<Report, 'from' | 'to' | 'pipeline'>, owner: string) {
  const list = (query: Record<string, string | number>) =>
    `/admin/lead-engine?${new URLSearchParams({
      show: 'list',
      pipeline: String(pipeline.id),
      ...(owner ? { owner } : {}),
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    })}`;
  const closed = (mode: 'won' | 'lost', more: Record<string, string | number> = {}) =>
    list({ mode, archived: 'true', closedFrom: from, closedTo: to, ...more });
  const later = (day: string) => (day > from ? day : from);
  const earlier = (day: string) => (day < to ? day : to);
  return {
    closed,
    closedIn: (mode: 'won' | 'lost', month: string) =>
      closed(mode, { closedFrom: later(`${month}-01`), closedTo: earlier(lastDay(month)) }),
    expectedIn: (month: string) => list({ mode: 'open', closeFrom: `${month}-01`, closeTo: lastDay(month) }),
    entered: (stage: number) => list({ enteredStage: stage, movedFrom: from, movedTo: to }),
    left: (stage: number) => list({ leftStage: stage, movedFrom: from, movedTo: to }),
    activities: (user: number) =>
      `/admin/lead-engine/activities?${new URLSearchParams({ owner: String(user), doneFrom: from, doneTo: to })}`,
  };
}
