import { t } from '@tuneport/domain/text/text';
import type { ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import { plainName } from '@tuneport/domain/tuning/logs/quantities';
import type { Mark } from './lanes/lane.ts';

const lapName = /^lap( ?(number|no|nr|count|index|#))?$/;
const marksMax = 200;

/** Markers of the file, and the start of each lap if it counts laps. */
export function fileMarks(log: ParsedLog): Mark[] {
  const marks: Mark[] = log.markers.map(({ timeS, text }) => ({ timeS, text: text || t('Marker'), kind: 'marker' }));
  const laps = log.channels.find(
    ({ name, label, words }) => !words && [name, label].some((one) => lapName.test(plainName(one))),
  );
  const times = laps && log.clocks[laps.clock];
  let last = Number.NaN;
  for (let nth = 0; laps && times && nth < laps.values.length; nth++) {
    const lap = laps.values[nth] as number;
    if (Number.isNaN(lap) || lap === last) continue;
    if (!Number.isNaN(last)) marks.push({ timeS: times[nth] as number, text: t('Lap {lap}', { lap }), kind: 'marker' });
    last = lap;
  }
  return marks.sort((a, b) => a.timeS - b.timeS).slice(0, marksMax);
}
