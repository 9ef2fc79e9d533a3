import type { Actor } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { describeSelection, estimate, type SelectionInput } from '../../catalog/index.ts';

type TicketRequest = { readonly actor: Actor; readonly region: Region; readonly now: Date };

/**
 * The catalogue selection stored with a ticket. A missing price is not an error, because that is a common reason to
 * ask.
 */
export async function offerOf(
  platform: Platform,
  context: TicketRequest,
  input: SelectionInput,
  path: string | undefined,
) {
  const described = await describeSelection(platform, context.region, input, path);
  try {
    const made = await estimate(platform.db, platform, { ...context, input });
    return {
      ...described,
      tools: made.tool_sets[0]?.tools.map(({ name }) => name) ?? [],
      lines: made.lines.map(({ label, base }) => ({ label, amount: base })),
      discount: /[1-9]/.test(made.discount.amount) ? made.discount : null,
      total: made.total,
      without_price: null,
      estimate: made.hash,
      estimate_expires_at: made.expires_at.toISOString(),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const messages = Object.values(error.extra.errors ?? {}).flat();
    return {
      ...described,
      tools: [],
      lines: [],
      discount: null,
      total: null,
      without_price: messages.length > 0 ? messages.join(' ') : error.message,
      estimate: null,
      estimate_expires_at: null,
    };
  }
}
