import type { Actor } from '../../../../platform/actor.ts';
import { doerOf, isCustomerOf, readerOf } from '../request-policy.ts';
import type { MessageRow, RequestRow } from '../request-queries.ts';
import { type Bench, stepRequest, touchRequest } from '../step-request.ts';
import { mailWorker, mailWritten } from './request-mails.ts';

type Message = {
  readonly kind: 'customer' | 'house' | 'note';
  readonly userId: number | null;
  readonly author: string;
  readonly text: string;
};

export async function writeMessage({ db, now }: Bench, request: RequestRow, message: Message): Promise<MessageRow> {
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

/** Something came from somebody. A customer who is waited for sets the work going again, by whatever they send. */
export async function heardFrom(bench: Bench, request: RequestRow, actor: Actor): Promise<RequestRow> {
  const event = isCustomerOf(readerOf(actor), request) ? answers[request.state] : undefined;
  if (event === undefined) return touchRequest(bench, request);
  const answered = await stepRequest(bench, request, event, doerOf(actor, request));
  await mailWorker(bench, answered, 'The customer answered');
  return answered;
}

const answers: Readonly<Record<string, 'answer' | 'thaw'>> = { waiting_customer: 'answer', on_ice: 'thaw' };

/** Somebody writes in the thread. A customer who is waited for sets the work going again, by whatever they say. */
export async function writeInThread(
  bench: Bench,
  request: RequestRow,
  actor: Actor,
  said: { text: string; note: boolean },
) {
  const reader = readerOf(actor);
  const customer = isCustomerOf(reader, request);
  const author = actor.name ?? (customer ? 'Customer' : 'Tuning');
  const kind = customer ? 'customer' : said.note ? 'note' : 'house';
  const message = await writeMessage(bench, request, { kind, userId: actor.userId, author, text: said.text });
  await heardFrom(bench, request, actor);
  if (kind === 'house') await mailWritten(bench, request, author, said.text);
  return message;
}
