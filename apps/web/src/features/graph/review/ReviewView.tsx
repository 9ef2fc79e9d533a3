import { numberText, plural, t } from '@tuneport/domain/text/text';
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
import graph from '../graph.module.css';
import type { OpenLog } from '../open-log.ts';
import { paletteOf } from '../palette.ts';
import css from '../start.module.css';
import type { PictureHandle } from '../table/ScatterView.tsx';
import { figure, seconds } from '../view.ts';
import reviewCss from './review.module.css';
import { type ReviewLine, reviewPicture } from './review-picture.ts';
import { ruleText } from './rule-texts.ts';
import { skipReason } from './skip-reasons.ts';

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
      ? plural(
          findings.length,
          {
            one: '{count} finding in {checked} of {all} checks.',
            other: '{count} findings in {checked} of {all} checks.',
          },
          { checked, all: checks.length },
        )
      : checked > 0
        ? t('Nothing unusual in {checked} of {all} checks.', { checked, all: checks.length })
        : t('This log has no channels that the review can check.');
  useImperativeHandle(ref, () => ({
    picture: async () =>
      box.current
        ? reviewPicture(`${t('Review')}, ${open.name}`, lead, pictureLines(open, units), paletteOf(box.current))
        : null,
  }));
  return (
    <div className={graph.panelView} ref={box}>
      <p className={css.lead}>
        {lead} {t('Thresholds are rules of thumb. A tuner decides what they mean for this car.')}
      </p>
      <ul className={reviewCss.checks} aria-label={t('Checks')}>
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
      {omitted > 0 ? (
        <p className={graph.quiet}>
          {t('{count} milder findings of the same kinds are not listed.', { count: omitted })}
        </p>
      ) : null}
      {attach}
      <Rules />
    </div>
  );
}

/** Tone and word of a check's result. */
function resultOf(check: Check, findings: readonly Finding[]) {
  const isSerious = findings.some(({ group, severity }) => group === check.group && severity === 'serious');
  return check.state === 'skipped'
    ? (['neutral', t('Not checked')] as const)
    : check.state === 'ok'
      ? (['good', t('OK')] as const)
      : isSerious
        ? (['bad', t('Serious')] as const)
        : (['careful', t('Take a look')] as const);
}

function CheckHead({ check, findings }: { check: Check; findings: readonly Finding[] }) {
  const [tone, word] = resultOf(check, findings);
  return (
    <div className={reviewCss.checkHead}>
      <h2 className={reviewCss.checkTitle}>{ruleText(check.title)}</h2>
      <StateDot tone={tone} hollow={check.state === 'skipped'}>
        {word}
      </StateDot>
      {check.reason ? <span className={graph.quiet}>{skipReason(check.reason)}</span> : null}
    </div>
  );
}

/** Every check and its findings as lines of a picture. */
function pictureLines(open: OpenLog, units: UnitChoice): ReviewLine[] {
  const { checks, findings } = open.review;
  return checks.flatMap((check) => [
    { kind: 'check' as const, text: ruleText(check.title), more: resultOf(check, findings)[1] },
    ...findings
      .filter(({ group }) => group === check.group)
      .map((finding) => {
        const channel = open.log.channels[finding.channel];
        const rule = ruleOf(finding.rule);
        const shown = shownIn(finding, rule, channel ? displayOf(channel, units).unit : finding.unit);
        return {
          kind: 'finding' as const,
          text: `${figure(shown.value)} ${shown.unit} ${ruleText(rule?.relation ?? '')}`,
          more: t('at {time}, limit {limit}', {
            time: seconds(finding.atS),
            limit: `${figure(shown.limit)} ${shown.unit}`,
          }),
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
          {ruleText(rule?.relation ?? '')}
          {channel ? <span className={graph.quiet}> · {channel.label}</span> : null}
          <span className={graph.quiet}>
            {' '}
            ·{' '}
            {finding.toS > finding.fromS
              ? t('limit {limit}, for {time}', {
                  limit: `${figure(shown.limit)} ${shown.unit}`,
                  time: seconds(finding.toS - finding.fromS),
                })
              : t('limit {limit}', { limit: `${figure(shown.limit)} ${shown.unit}` })}
          </span>
        </p>
        <p className={graph.quiet}>{ruleText(rule?.advice ?? '')}</p>
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

/** Limit, duration and severity of a rule in one sentence. */
function limitText({ limit, serious, unit, relation, holdS, settleS }: ReviewRule): string {
  const amount = (value: number) => `${numberText(value)} ${unit}`.trim();
  return [
    [
      t('more than {limit} {relation}', { limit: amount(limit), relation: ruleText(relation) }),
      ...(holdS > 0 ? [t('for at least {seconds} s', { seconds: holdS })] : []),
      ...(settleS > 0 ? [t('{seconds} s after full load began', { seconds: settleS })] : []),
    ].join(', '),
    t('serious above {limit}', { limit: amount(serious) }),
  ].join('; ');
}

/** The rule file in words. */
function Rules() {
  return (
    <details className={reviewCss.rules}>
      <summary>{t('How this log is reviewed (rules version {version})', { version: reviewRulesVersion })}</summary>
      <p className={graph.quiet}>
        {t('Full load is detected by the first of these that the log contains: {conditions}.', {
          conditions: reviewConditions.fullLoad?.join('; ') ?? '',
        })}
      </p>
      <ul className={reviewCss.ruleList}>
        {reviewRules.map((rule) => (
          <li key={rule.id}>
            <strong>{ruleText(rule.title)}</strong>: {limitText(rule)}.
          </li>
        ))}
      </ul>
    </details>
  );
}
