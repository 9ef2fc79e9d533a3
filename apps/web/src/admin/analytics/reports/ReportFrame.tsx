import { type ReactNode, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { Button } from '../../../ui/controls/Button.tsx';
import type { Crumb } from '../../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { daysText, rangeLabel } from '../../../ui/list/filters/date-range.ts';
import { RangeInput } from '../../../ui/list/filters/FilterInputs.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { PageHead } from '../../PageHead.tsx';
import type { ReportRange } from './report-range.ts';
import css from './reports.module.css';

type Props = {
  title: string;
  crumbs?: readonly Crumb[];
  range: ReportRange;
  asOf: string | null;
  /** Beside the range: currency, time zone. */
  controls?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A report of the back office: a period with its comparison in the address, and the time of its figures. */
export function ReportFrame({ title, crumbs, range, asOf, controls, actions, children }: Props) {
  const busy = useNavigation().state === 'loading';
  return (
    <Container width="full" className={css.page} aria-busy={busy}>
      <PageHead
        title={title}
        {...(crumbs ? { crumbs } : {})}
        about={
          <>
            {daysText(range)}
            {range.compared ? `, compared with ${daysText(range.compared)}` : ''}
            {asOf ? (
              <>
                . As of <DateText at={asOf} />
              </>
            ) : null}
          </>
        }
      >
        {actions}
      </PageHead>
      <div className={css.controls}>
        <RangeChoice range={range} />
        {controls}
      </div>
      {children}
    </Container>
  );
}

function RangeChoice({ range }: { range: ReportRange }) {
  const [, setSearch] = useSearchParams();
  const details = useRef<HTMLDetailsElement>(null);
  const apply = (text: string | null) => {
    details.current?.removeAttribute('open');
    setSearch(
      (now) => {
        if (text) now.set('range', text);
        else now.delete('range');
        return now;
      },
      { preventScrollReset: true },
    );
  };
  return (
    <details className={css.range} ref={details}>
      <summary>
        <span className="visually-hidden">Period: </span>
        {rangeLabel(range.text, new Date())}
      </summary>
      <div className={css.rangePanel}>
        <RangeInput
          key={range.text}
          filter={{ id: 'range', label: 'Period', kind: 'range' }}
          value={range.text}
          onApply={apply}
        />
        <Button variant="ghost" wide onClick={() => details.current?.removeAttribute('open')}>
          Cancel
        </Button>
      </div>
    </details>
  );
}
