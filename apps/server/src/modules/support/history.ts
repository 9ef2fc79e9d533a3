/** The actor of a transition of a ticket or rescue. */
export type InitiatorOf<Kind extends string> = { readonly kind: Kind; readonly userId: number | null };

export const bySystem = { kind: 'system', userId: null } as const;

/** Details of a transition for the history. */
export type StepLabels = {
  readonly reason?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly transferId?: bigint;
};

export type Written = StepLabels & {
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
