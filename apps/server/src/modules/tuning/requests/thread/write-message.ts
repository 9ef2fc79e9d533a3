import { msg } from '@tuneport/domain/text/text';
import type { Actor } from '../../../../platform/actor.ts';
import { initiatorOf, isCustomerOf, viewerOf } from '../request-policy.ts';
import type { MessageRow, RequestRow } from '../request-queries.ts';
import { type RequestContext, stepRequest, touchRequest } from '../step-request.ts';
import { mailWorker, mailWritten } from './request-mails.ts';

type Message = {
  readonly kind: 'customer' | 'house' | 'note';
  readonly userId: number | null;
  readonly author: string;
  readonly text: string;
};

export async function writeMessage(
  { db, now }: RequestContext,
  request: RequestRow,
  message: Message,
): Promise<MessageRow> {
  return db
    .insertInto('tune_request_messages')
    .values({
      request_id: request.id,
      kind: message.kind,
      user_id: message.userId,
      author: message.author,
      text: message.text,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Handles activity on a request. Anything a customer sends resumes work that waits for them. */
export async function resumeOnReply(context: RequestContext, request: RequestRow, actor: Actor): Promise<RequestRow> {
  const event = isCustomerOf(viewerOf(actor), request) ? answers[request.state] : undefined;
  if (event === undefined) return touchRequest(context, request);
  const answered = await stepRequest(context, request, event, initiatorOf(actor, request));
  await mailWorker(context, answered, msg('The customer replied'));
  return answered;
}

const answers: Readonly<Record<string, 'answer' | 'thaw'>> = { waiting_customer: 'answer', on_ice: 'thaw' };

/** Adds a message to the thread. Any message of a customer resumes work that waits for them. */
export async function writeInThread(
  context: RequestContext,
  request: RequestRow,
  actor: Actor,
  input: { text: string; note: boolean },
) {
  const viewer = viewerOf(actor);
  const customer = isCustomerOf(viewer, request);
  const author = actor.name ?? (customer ? 'Customer' : 'Tuning');
  const kind = customer ? 'customer' : input.note ? 'note' : 'house';
  const message = await writeMessage(context, request, { kind, userId: actor.userId, author, text: input.text });
  await resumeOnReply(context, request, actor);
  if (kind === 'house') await mailWritten(context, request, author, input.text);
  return message;
}
