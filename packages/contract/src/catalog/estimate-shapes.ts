import { z } from 'zod';
import { Id, KnownCurrency, WireDate, WireMoneyShape } from '../shapes.ts';
import { Tool } from './tune-shapes.ts';

const Ids = z.array(Id).max(60, 'You can select at most 60 tunes.').default([]);

export const EstimateInput = z.object({
  engine: Id.nullable().default(null),
  tunes: Ids,
  transmission: Id.nullable().default(null),
  transmission_tunes: Ids,
  /** The tools to install with. Empty means that the caller installs it: nothing that costs more is preselected. */
  tools: z.array(Id).max(20).default([]),
  /** Tools the caller owns, which have no install fee. */
  own_tools: z.array(Id).max(40).default([]),
  codes: z.array(z.string().trim().min(1).max(60)).max(10, 'You can use at most 10 codes.').default([]),
  currency: KnownCurrency.optional(),
  /** On behalf of this dealer, of which the caller must be a member. */
  dealer: z.string().trim().min(1).max(120).optional(),
  /** The installing dealer, by id or slug: uses the tools and fees of that workshop. */
  installer: z.string().trim().min(1).max(120).optional(),
});

export const DerivationStep = z.object({
  kind: z.string(),
  label: z.string(),
  amount: WireMoneyShape.nullable(),
  after: WireMoneyShape,
});

const ToolSet = z
  .object({
    tools: z.array(Tool),
    install_fee: WireMoneyShape,
    rentable: z.boolean(),
    rental_fee: WireMoneyShape.nullable(),
    /** Why this set was chosen and how sets are ordered, as short sentences. */
    reasons: z.array(z.string()),
    /** Which tool writes which tune. */
    uses: z.array(z.object({ tune_id: z.number(), tool_ids: z.array(z.number()) })),
  })
  .meta({ id: 'ToolSet' });

export const Estimate = z
  .object({
    /** Identifies this estimate in a purchase; the same selection at the same prices has the same hash. */
    hash: z.string(),
    expires_at: WireDate,
    currency: z.string(),
    lines: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        tune_id: z.number().nullable(),
        tool_id: z.number().nullable(),
        /** Added because another tune requires it. */
        required: z.boolean(),
        base: WireMoneyShape,
        amount: WireMoneyShape,
        derivation: z.array(DerivationStep),
      }),
    ),
    discounts: z.array(z.object({ kind: z.string(), label: z.string(), amount: WireMoneyShape })),
    subtotal: WireMoneyShape,
    discount: WireMoneyShape,
    tax: WireMoneyShape,
    total: WireMoneyShape,
    credits: z.object({ ecu: z.number(), tcu: z.number(), awd: z.number() }),
    codes: z.array(z.object({ code: z.string(), applied: z.boolean(), reason: z.string().nullable() })),
    /**
     * The tools included in the price: the requested ones, those of the installer, or own tools that write everything.
     */
    chosen_tool_ids: z.array(z.number()),
    /** The smallest sets of tools that write everything, lowest install fee first. */
    tool_sets: z.array(ToolSet),
    /** Total number of sets, which may exceed those listed. */
    tool_set_count: z.number(),
    /** 'Tune is missing tools' or 'Set of tunes is unsolvable', with the cause; null when there is a set. */
    tool_problem: z
      .object({
        text: z.string(),
        tune_ids: z.array(z.number()),
        explanation: z.string(),
        suggestion: z.string().nullable(),
      })
      .nullable(),
    /** The dealer whose fees these are; null if they are those of the tools. */
    installer: z.object({ id: z.number(), slug: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'Estimate' });
