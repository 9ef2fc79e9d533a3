import { isUnpaidState } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../../platform/actor.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import type { MessageRow, RequestRow } from '../request-queries.ts';
import { type Bench, touchRequest } from '../step-request.ts';
import { notifyInformation, type Told } from '../thread/tell-information.ts';
import { writeInThread } from '../thread/write-message.ts';

/** Asks the tuners for help finding a vehicle or tune, with the known vehicle details. */
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

/** Requests a tune that is in no list. The text stays with the request and excludes it from instant delivery. */
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
  return writeInThread(bench, told, actor, { text: `Custom tune request: ${asked.wishes}`, note: false });
}

function requireUnpaid(request: RequestRow): void {
  if (isUnpaidState(request.state)) return;
  throw new Refusal('already_committed', { message: 'This request is paid or closed. Reply in its thread instead.' });
}
