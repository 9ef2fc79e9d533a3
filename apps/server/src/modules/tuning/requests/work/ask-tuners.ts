import { isUnpaidState } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../../platform/actor.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import type { MessageRow, RequestRow } from '../request-queries.ts';
import { type Bench, touchRequest } from '../step-request.ts';
import { notifyInformation, type Told } from '../thread/tell-information.ts';
import { writeInThread } from '../thread/write-message.ts';

/** Whoever cannot find their car or their tune asks, with what they know of the car. */
export async function askForHelp(
  bench: Bench,
  request: RequestRow,
  actor: Actor,
  asked: { readonly message: string; readonly information: Told },
): Promise<MessageRow> {
  requireUnpaid(request);
  const information = notifyInformation(request, asked.information, bench.now);
  const told = await touchRequest(bench, request, { information });
  return writeInThread(bench, told, actor, { text: asked.message, note: false });
}

/** A tune that is in no list: what is wished stays with the request, so that nobody gets a ready file for it. */
export async function askForCustomTune(
  bench: Bench,
  request: RequestRow,
  actor: Actor,
  asked: { readonly wishes: string; readonly modifications: string },
): Promise<MessageRow> {
  requireUnpaid(request);
  const parts = asked.modifications === '' ? {} : { changed_parts: asked.modifications };
  const information = notifyInformation(request, parts, bench.now);
  const told = await touchRequest(bench, request, { information, wishes: asked.wishes });
  return writeInThread(bench, told, actor, { text: `A custom tune, please: ${asked.wishes}`, note: false });
}

function requireUnpaid(request: RequestRow): void {
  if (isUnpaidState(request.state)) return;
  throw new Refusal('already_committed', { message: 'This request is paid or over. Write in its thread instead.' });
}
