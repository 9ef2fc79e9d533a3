/** The browser's local tuning state. It is not authoritative: the server validates everything again. */
export type TuningState = {
  /** By tune request id: tunes that are picked but not priced yet. */
  readonly requests: Readonly<Record<string, TuneChoice>>;
  /** Hash of the accepted tuning disclaimer. */
  readonly disclaimerHash: string | null;
  /** Whether the upload tour was seen. */
  readonly guided: boolean;
  /** Whether the dealer credits tour was seen. */
  readonly dealerCreditsGuide: boolean;
};

type TuneChoice = {
  /** The picked tunes in picking order. */
  readonly tuneIDs: readonly number[];
  /** Each picked tune with its requirements. */
  readonly tuneSets: readonly (readonly number[])[];
};

type Guide = 'guided' | 'dealerCreditsGuide';

const requestsMax = 50;
const tunesMax = 30;

/** A tune with its transitive requirements. */
function tuneSetOf(id: number, requiredBy: (id: number) => readonly number[]): number[] {
  const set = new Set([id]);
  for (const one of set) for (const needed of requiredBy(one)) set.add(needed);
  return [...set];
}

/** All tunes of a choice, without duplicates. */
export const tunesOf = ({ tuneSets }: TuneChoice): number[] => [...new Set(tuneSets.flat())];

export const choiceOf = (tuneIDs: readonly number[], requiredBy: (id: number) => readonly number[]): TuneChoice => ({
  tuneIDs,
  tuneSets: tuneIDs.map((id) => tuneSetOf(id, requiredBy)),
});

/** Keeps only the newest choices, to limit storage. */
export function withChoice(state: TuningState, requestId: number, choice: TuneChoice): TuningState {
  const others = Object.entries(state.requests).filter(([id]) => id !== String(requestId));
  // Integer-like keys are iterated in ascending order, so the lowest request id is the oldest.
  const kept = others.slice(Math.max(0, others.length - requestsMax + 1));
  return { ...state, requests: { ...Object.fromEntries(kept), [requestId]: choice } };
}

export function withoutChoice(state: TuningState, requestId: number): TuningState {
  const { [String(requestId)]: _, ...requests } = state.requests;
  return { ...state, requests };
}

/** A changed text has a new hash and must be accepted again. */
export const hasAgreed = (state: TuningState, hash: string): boolean => state.disclaimerHash === hash;

export const withAgreement = (state: TuningState, disclaimerHash: string | null): TuningState => ({
  ...state,
  disclaimerHash,
});

export const withGuideSeen = (state: TuningState, guide: Guide): TuningState => ({ ...state, [guide]: true });

/** Stored state may come from an older version or be edited by hand; invalid parts are dropped. */
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
