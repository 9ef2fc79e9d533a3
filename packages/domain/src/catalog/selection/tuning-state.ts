/** What a browser remembers of one person's tuning. It decides nothing: the server asks for everything again. */
export type TuningState = {
  /** By the number of the tune request: what was ticked and not priced yet. */
  readonly requests: Readonly<Record<string, TuneChoice>>;
  /** Of the tuning disclaimer that was agreed to. */
  readonly disclaimerHash: string | null;
  /** Whether the tour of the upload was seen. */
  readonly guided: boolean;
  /** Whether the tour of dealer credits was seen. */
  readonly dealerCreditsGuide: boolean;
};

export type TuneChoice = {
  /** The tunes that were ticked, in that order. */
  readonly tuneIDs: readonly number[];
  /** Each of them with everything it needs. */
  readonly tuneSets: readonly (readonly number[])[];
};

export type Guide = 'guided' | 'dealerCreditsGuide';

const requestsMax = 50;
const tunesMax = 30;

/** A tune and all it needs, also what is needed by that. */
export function tuneSetOf(id: number, requiredBy: (id: number) => readonly number[]): number[] {
  const set = new Set([id]);
  for (const one of set) for (const needed of requiredBy(one)) set.add(needed);
  return [...set];
}

/** Everything that is bought with a choice, each tune once. */
export const tunesOf = ({ tuneSets }: TuneChoice): number[] => [...new Set(tuneSets.flat())];

export const choiceOf = (tuneIDs: readonly number[], requiredBy: (id: number) => readonly number[]): TuneChoice => ({
  tuneIDs,
  tuneSets: tuneIDs.map((id) => tuneSetOf(id, requiredBy)),
});

/** The newest choices stay; a browser is not an archive. */
export function withChoice(state: TuningState, requestId: number, choice: TuneChoice): TuningState {
  const others = Object.entries(state.requests).filter(([id]) => id !== String(requestId));
  // Names that are numbers are kept in their order, and the lowest request is the oldest.
  const kept = others.slice(Math.max(0, others.length - requestsMax + 1));
  return { ...state, requests: { ...Object.fromEntries(kept), [requestId]: choice } };
}

export function withoutChoice(state: TuningState, requestId: number): TuningState {
  const { [String(requestId)]: _, ...requests } = state.requests;
  return { ...state, requests };
}

/** Of this very text: another one has another hash and is agreed to again. */
export const hasAgreed = (state: TuningState, hash: string): boolean => state.disclaimerHash === hash;

export const withAgreement = (state: TuningState, disclaimerHash: string | null): TuningState => ({
  ...state,
  disclaimerHash,
});

export const withGuideSeen = (state: TuningState, guide: Guide): TuningState => ({ ...state, [guide]: true });

/** What a browser kept may have been written by an older version of this site, or by hand: what does not fit is left out. */
export function readTuningState(kept: unknown): TuningState {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const requests = Object.entries((given.requests ?? {}) as Record<string, unknown>).flatMap(([id, value]) => {
    const choice = readChoice(value);
    return /^[1-9]\d{0,9}$/.test(id) && choice ? [[id, choice] as const] : [];
  });
  return {
    requests: Object.fromEntries(requests.slice(-requestsMax)),
    disclaimerHash: typeof given.disclaimerHash === 'string' ? given.disclaimerHash : null,
    guided: given.guided === true,
    dealerCreditsGuide: given.dealerCreditsGuide === true,
  };
}

function readChoice(value: unknown): TuneChoice | null {
  const { tuneIDs, tuneSets } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (!areTunes(tuneIDs) || !Array.isArray(tuneSets) || tuneSets.length !== tuneIDs.length) return null;
  return tuneSets.every((set, at) => areTunes(set) && set.includes(tuneIDs[at] ?? 0)) ? { tuneIDs, tuneSets } : null;
}

const areTunes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= tunesMax && value.every((id) => Number.isSafeInteger(id) && id > 0);
