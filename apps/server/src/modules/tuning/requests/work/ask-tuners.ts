import { isUnpaidState } from '@tuneport/domain/tuning/tune-request-states';
import type { Actor } from '../../../../platform/actor.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import type { MessageRow, RequestRow } from '../request-queries.ts';
import { type RequestContext, touchRequest } from '../step-request.ts';
import { type Information, mergeInformation } from '../thread/tell-information.ts';
import { writeInThread } from '../thread/write-message.ts';

/** Asks the tuners for help finding a vehicle or tune, with the known vehicle details. */
export async function askForHelp(
  context: RequestContext,
  request: RequestRow,
  actor: Actor,
  input: { readonly message: string; readonly information: Information },
): Promise<MessageRow> {
  requireUnpaid(request);
  const information = mergeInformation(request, input.information, context.now);
  const touched = await touchRequest(context, request, { information });
  return writeInThread(context, touched, actor, { text: input.message, note: false });
}

/** Requests a tune that is in no list. The text stays with the request and excludes it from instant delivery. */
export async function askForCustomTune(
  context: RequestContext,
  request: RequestRow,
  actor: Actor,
  input: { readonly wishes: string; readonly modifications: string },
): Promise<MessageRow> {
  requireUnpaid(request);
  const parts = input.modifications === '' ? {} : { changed_parts: input.modifications };
  const information = mergeInformation(request, parts, context.now);
  const touched = await touchRequest(context, request, { information, wishes: input.wishes });
  return writeInThread(context, touched, actor, { text: `Custom tune request: ${input.wishes}`, note: false });
}

function requireUnpaid(request: RequestRow): void {
  if (isUnpaidState(request.state)) return;
  throw new Refusal('already_committed', { message: 'This request is paid or closed. Reply in its thread instead.' });
}
