import type { Quantity } from '../quantities.ts';
import file from './review-rules.json' with { type: 'json' };

/** One rule of `review-rules.json`; docs/log-review.md explains every field. */
export type ReviewRule = {
  readonly id: string;
  /** Rules of one group are one line of the review, and their overlapping findings are one finding. */
  readonly group: string;
  readonly title: string;
  /**
   * Every matching channel is checked, or with `pick` the one that varies most. `name` and `not` are patterns for the
   * name in lower case.
   */
  readonly channel: {
    readonly quantity?: Quantity;
    readonly name?: string;
    readonly not?: string;
    readonly pick?: 'best';
  };
  /** The rule is left to another one if the log has this quantity. */
  readonly without?: Quantity;
  /** A formula; names in brackets are quantities in their standard unit, `[channel]` is the matching channel as it is. */
  readonly value: string;
  readonly unit: string;
  /** The value is a difference, so that a conversion to °F has no offset. */
  readonly isDifference?: boolean;
  /** Compares the value itself, its rise above the lowest, or its drop in percent below the highest of `withinS`. */
  readonly measure?: 'value' | 'rise' | 'dropPercent';
  readonly withinS?: number;
  /** Values outside are sensor faults and are ignored. */
  readonly plausible?: readonly [number, number];
  /** Completes "15 kPa …". */
  readonly relation: string;
  /** A formula of quantities and conditions; without it the whole log is checked. */
  readonly when?: string;
  /** How long the condition must have been true before the value counts. */
  readonly settleS: number;
  /** How long the value must stay above the limit, and in how many samples. */
  readonly holdS: number;
  readonly samples?: number;
  readonly limit: number;
  readonly serious: number;
  /** Not applied to diesel engines, which run lean by design. */
  readonly petrolOnly?: boolean;
  readonly advice: string;
};

export const reviewRules = file.rules as unknown as readonly ReviewRule[];
/** Alternatives per condition: the first whose channels exist decides. */
export const reviewConditions: Readonly<Record<string, readonly string[]>> = file.conditions;
export const reviewRulesVersion = file.version;
