import type { Check, Finding } from '@tuneport/domain/tuning/logs/review/review-log';
import {
  type ReviewRule,
  reviewConditions,
  reviewRules,
  reviewRulesVersion,
} from '@tuneport/domain/tuning/logs/review/review-rules';
import { linear } from '@tuneport/domain/tuning/logs/units';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { Link } from '../../../ui/controls/Link.tsx';
import { StateDot } from '../../../ui/feedback/StateDot.tsx';
import { displayOf, type UnitChoice } from '../display-units.ts';
import css from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { paletteOf } from '../palette.ts';
import type { PictureHandle } from '../table/ScatterView.tsx';
import { figure, seconds } from '../view.ts';
import reviewCss from './review.module.css';
import { type ReviewLine, reviewPicture } from './review-picture.ts';

type Props = {
  open: OpenLog;
  units: UnitChoice;
  /** The query of the timeline at a finding. */
  queryOf: (finding: Finding) => string;
  /** The form that attaches the log to a tune request; null while the log is not stored. */
  attach: ReactNode;
  ref: Ref<PictureHandle>;
};

const ruleOf = (id: string): ReviewRule | undefined => reviewRules.find((rule) => rule.id === id);

/** What the automatic review found: every check with its result, every finding with its moment. */
export default function ReviewView({ open, units, queryOf, attach, ref }: Props) {
  const { checks, findings, omitted } = open.review;
  const checked = checks.filter(({ state }) => state !== 'skipped').length;
  const box = useRef<HTMLDivElement>(null);
  const lead =
    findings.length > 0
      ? `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'} in ${checked} of ${checks.length} checks.`
      : checked > 0
        ? `Nothing unusual in ${checked} of ${checks.length} checks.`
        : 'This log has no channels that the review can check.';
  useImperativeHandle(ref, () => ({
    picture: async () =>
      box.current
        ? reviewPicture(`Review, ${open.name}`, lead, pictureLines(open, units), paletteOf(box.current))
        : null,
  }));
  return (
    <div className={css.panelView} ref={box}>
      <p className={css.lead}>{lead} Thresholds are rules of thumb. A tuner decides what they mean for this car.</p>
      <ul className={reviewCss.checks} aria-label="Checks">
        {checks.map((check) => (
          <li key={check.group} className={reviewCss.check}>
            <CheckHead check={check} findings={findings} />
            <ul className={reviewCss.findings}>
              {findings
                .filter(({ group }) => group === check.group)
                .map((finding) => (
                  <FindingRow
                    key={`${finding.rule} ${finding.atS}`}
                    {...{ open, finding, units }}
                    to={{ search: queryOf(finding) }}
                  />
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {omitted > 0 ? <p className={css.quiet}>{omitted} milder findings of the same kinds are not listed.</p> : null}
      {attach}
      <Rules />
    </div>
  );
}

/** Tone and word of a check's result. */
function resultOf(check: Check, findings: readonly Finding[]) {
  const isSerious = findings.some(({ group, severity }) => group === check.group && severity === 'serious');
  return check.state === 'skipped'
    ? (['neutral', 'Not checked'] as const)
    : check.state === 'ok'
      ? (['good', 'OK'] as const)
      : isSerious
        ? (['bad', 'Serious'] as const)
        : (['careful', 'Take a look'] as const);
}

function CheckHead({ check, findings }: { check: Check; findings: readonly Finding[] }) {
  const [tone, word] = resultOf(check, findings);
  return (
    <div className={reviewCss.checkHead}>
      <h2 className={reviewCss.checkTitle}>{check.title}</h2>
      <StateDot tone={tone} hollow={check.state === 'skipped'}>
        {word}
      </StateDot>
      {check.reason ? (
        <span className={css.quiet}>{`${check.reason[0]?.toUpperCase()}${check.reason.slice(1)}.`}</span>
      ) : null}
    </div>
  );
}

/** Every check and its findings as lines of a picture. */
function pictureLines(open: OpenLog, units: UnitChoice): ReviewLine[] {
  const { checks, findings } = open.review;
  return checks.flatMap((check) => [
    { kind: 'check' as const, text: check.title, more: resultOf(check, findings)[1] },
    ...findings
      .filter(({ group }) => group === check.group)
      .map((finding) => {
        const channel = open.log.channels[finding.channel];
        const rule = ruleOf(finding.rule);
        const shown = shownIn(finding, rule, channel ? displayOf(channel, units).unit : finding.unit);
        return {
          kind: 'finding' as const,
          text: `${figure(shown.value)} ${shown.unit} ${rule?.relation ?? ''}`,
          more: `at ${seconds(finding.atS)}, limit ${figure(shown.limit)} ${shown.unit}`,
        };
      }),
  ]);
}

type RowProps = { open: OpenLog; finding: Finding; units: UnitChoice; to: { search: string } };

function FindingRow({ open, finding, units, to }: RowProps) {
  const rule = ruleOf(finding.rule);
  const channel = open.log.channels[finding.channel];
  const shown = shownIn(finding, rule, channel ? displayOf(channel, units).unit : finding.unit);
  return (
    <li className={reviewCss.finding}>
      <Link to={to} preventScrollReset>
        {seconds(finding.atS)}
      </Link>
      <div>
        <p>
          <strong>
            {figure(shown.value)} {shown.unit}
          </strong>{' '}
          {rule?.relation}
          {channel ? <span className={css.quiet}> · {channel.label}</span> : null}
          <span className={css.quiet}>
            {' '}
            · limit {figure(shown.limit)} {shown.unit}
            {finding.toS > finding.fromS ? `, for ${seconds(finding.toS - finding.fromS)}` : ''}
          </span>
        </p>
        <p className={css.quiet}>{rule?.advice}</p>
      </div>
    </li>
  );
}

/** Value and limit in the unit of the curve; a difference has no offset. */
function shownIn({ value, limit, unit }: Finding, rule: ReviewRule | undefined, wanted: string) {
  const change = unit === '%' || unit === '' ? null : linear(unit, wanted);
  if (!change) return { value, limit, unit };
  const offset = rule?.isDifference ? 0 : change.offset;
  return { value: value * change.factor + offset, limit: limit * change.factor + offset, unit: wanted };
}

/** The rule file in words. */
function Rules() {
  return (
    <details className={reviewCss.rules}>
      <summary>How this log is reviewed (rules version {reviewRulesVersion})</summary>
      <p className={css.quiet}>
        Full load is detected by the first of these that the log contains: {reviewConditions.fullLoad?.join('; ')}.
      </p>
      <ul className={reviewCss.ruleList}>
        {reviewRules.map((rule) => (
          <li key={rule.id}>
            <strong>{rule.title}</strong>: more than {rule.limit} {rule.unit} {rule.relation}
            {rule.holdS > 0 ? `, for at least ${rule.holdS} s` : ''}
            {rule.settleS > 0 ? `, ${rule.settleS} s after full load began` : ''}; serious above {rule.serious}{' '}
            {rule.unit}.
          </li>
        ))}
      </ul>
    </details>
  );
}
