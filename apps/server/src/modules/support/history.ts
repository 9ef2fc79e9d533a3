import type { StepNotes } from '../states/index.ts';

/** The actor of a transition of a ticket or rescue. */
export type InitiatorOf<Kind extends string> = { readonly kind: Kind; readonly userId: number | null };

export const bySystem = { kind: 'system', userId: null } as const;

export type Written = StepNotes & {
  readonly event: string;
  readonly from: string | null;
  readonly to: string;
  readonly initiator: InitiatorOf<string>;
};

/** A history row without its owner; the same for tickets and rescues. */
export const historyRow = (written: Written, now: Date) => ({
  at: now,
  event: written.event,
  from_state: written.from,
  to_state: written.to,
  actor_kind: written.initiator.kind,
  actor_id: written.initiator.userId,
  reason: written.reason ?? '',
  detail: JSON.stringify(written.detail ?? {}),
  transfer_id: written.transferId ?? null,
});

/** A step as its history keeps it. */
export const writtenOf = (
  taken: Required<StepNotes> & {
    readonly step: { readonly event: string; readonly to: string };
    readonly row: { readonly state: string };
    readonly by: InitiatorOf<string>;
  },
): Written => {
  const { reason, detail, transferId } = taken;
  return {
    event: taken.step.event,
    from: taken.row.state,
    to: taken.step.to,
    initiator: taken.by,
    reason,
    detail,
    transferId,
  };
};
