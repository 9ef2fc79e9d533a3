import { t } from '@tuneport/domain/text/text';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { loadChunk } from '../../platform/chunk.ts';
import { CurveArt, type CurvePair } from '../brand/CurveArt.tsx';
import { cx } from '../class-names.ts';
import { onFirstInteraction } from '../controls/first-interaction.ts';
import css from './Chart.module.css';
import { dynoData } from './dyno-data.ts';

const DynoPlot = lazy(() => loadChunk(() => import('./DynoPlot.tsx')));

const keys = { solid: '', dashed: css.keyDashed, dotted: css.keyDotted };

type Props = { power: CurvePair; torque?: CurvePair; label: string; powerUnit?: string; torqueUnit?: string };

/** Interactive chart with cursor and zoom. On the server, and until it is visible, the same curve is plain SVG. */
export function DynoChart({ power, torque, label, powerUnit = 'hp', torqueUnit = 'lb-ft' }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const data = useMemo(() => dynoData(power, torque, powerUnit, torqueUnit), [power, torque, powerUnit, torqueUnit]);

  useEffect(() => {
    if (!root.current) return;
    let gone = false;
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      // Deferred to the first interaction: the static curve looks the same, and loading the plot keeps a phone busy.
      void onFirstInteraction().then(() => {
        if (!gone) setSeen(true);
      });
    });
    watch.observe(root.current);
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, []);

  const still = <CurveArt {...{ power, torque, label, powerUnit, torqueUnit }} size="tall" legend={false} />;
  return (
    <div ref={root} className={css.dyno}>
      <div className={css.readout}>
        <span className={css.at}>{at === null ? t('Peak') : t('{rpm} rpm', { rpm: data.rpm[at] ?? '' })}</span>
        {data.lines.map((line) => {
          const value = at === null ? Math.max(...line.values.map((v) => v ?? 0)) : (line.values[at] ?? null);
          return (
            <span key={line.label} className={css[line.tone]}>
              <span className={cx(css.key, keys[line.stroke])} />
              {`${line.label} `}
              <strong>{value === null ? '–' : `${Math.round(value)} ${line.unit}`}</strong>
            </span>
          );
        })}
      </div>
      {seen ? (
        <Suspense fallback={still}>
          <div role="img" aria-label={label}>
            <DynoPlot data={data} onCursor={setAt} />
          </div>
        </Suspense>
      ) : (
        still
      )}
    </div>
  );
}
