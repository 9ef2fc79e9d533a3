import type { Finding } from './review-log.ts';

const aroundS = 3;
const short = (value: number): string => String(Number(value.toFixed(3)));

/** The query of the log's page that shows a finding: its range, its moment and the channels concerned. */
export function findingQuery({
  fromS,
  toS,
  atS,
  channels,
}: Pick<Finding, 'fromS' | 'toS' | 'atS' | 'channels'>): string {
  const from = Math.max(0, fromS - aroundS);
  return `c=${channels.join('.')}&t=${short(from)}~${short(toS + aroundS)}&at=${short(atS)}`;
}
