import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { count, percentOf } from '../reports/figures.ts';
import { Panel } from '../reports/Panel.tsx';
import { ReportTable } from '../reports/ReportTable.tsx';
import type { Traffic } from './load-traffic.ts';

type Goal = Traffic['overview']['goals'][number];

export function Goals({ goals, visits }: { goals: readonly Goal[]; visits: number }) {
  return (
    <Panel
      title="Goals"
      actions={
        <ButtonLink size="small" to="/admin/web-traffic/goals">
          Edit goals
        </ButtonLink>
      }
    >
      <ReportTable
        label="Goals"
        first="Goal"
        rows={goals}
        nameOf={({ name }) => name}
        columns={[
          { label: 'Counts', cell: ({ pattern }) => pattern },
          { label: 'Completions', cell: ({ completions }) => count(completions) },
          { label: 'Per visit', cell: ({ completions }) => percentOf(completions, visits) },
        ]}
        sizeOf={({ completions }) => completions}
        empty="Add a goal to count views of a page or an event."
      />
    </Panel>
  );
}
