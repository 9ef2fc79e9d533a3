import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sign } from '../../platform/payments/signature.ts';

// A local server that implements Stripe's protocol: intents, methods, customers, refunds, disputes, idempotency keys
// and signed events. It fails as scripted, and its journal records what was really charged.

export type Fault = {
  /** Which request fails next: a payment, a refund, or any whose "METHOD path" matches. */
  readonly on: 'pay' | 'refund' | RegExp;
  /** before: without effect; after: it happened, and the response is lost. */
  readonly how:
    | 'silent-before'
    | 'silent-after'
    | 'reset-before'
    | 'reset-after'
    | '500-before'
    | '500-after'
    | '500-kept'
    | '429'
    | 'slow';
  readonly times?: number;
  readonly ms?: number;
};

export type Effect = {
  readonly at: number;
  readonly kind: 'charge' | 'authorise' | 'refund' | 'cancel';
  readonly intent: string;
  readonly reference: string | undefined;
  readonly amount: number;
  readonly currency: string;
};

type Thing = Record<string, unknown> & { id: string };
type Intent = Thing & {
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  payment_method: string | null;
  last_payment_error: Record<string, unknown> | null;
  capture_method: string;
};
type Answer = { status: number; body: unknown };
type StripeEvent = { id: string; type: string; created: number; data: { object: Thing }; object: 'event' };

export type StripeServer = {
  readonly url: string;
  readonly faults: Fault[];
  readonly journal: Effect[];
  readonly events: StripeEvent[];
  readonly intents: ReadonlyMap<string, Intent>;
  readonly refunds: ReadonlyMap<string, Thing>;
  /** Every request as received, to detect forbidden content. */
  readonly requests: { readonly call: string; readonly body: string; readonly key: string | undefined }[];
  /** Responds to every request after a random delay up to this long. */
  delayMs: number;
  /** Initial refund status; `endRefund` finishes a pending one. */
  refundStatus: 'succeeded' | 'pending';
  /** The payer answered the 3-D Secure challenge. */
  answerBank(intentId: string, yes: boolean): void;
  endRefund(refundId: string, status: 'succeeded' | 'failed'): void;
  dispute(intentId: string, amount?: number): string;
  endDispute(disputeId: string, status: 'won' | 'lost'): void;
  /** The bytes and the signature of an event, as they would be posted. */
  signed(event: StripeEvent, secret: string, at?: Date): { bytes: Buffer; signature: string };
  stop(): Promise<void>;
};

const id = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Stripe's own test methods, and `pm_decline_<code>` or `pm_error_<code>` for any other error. */
function verdictOf(method: string): { ok: true; action: boolean } | { ok: false; code: string; decline?: string } {
  const named: Readonly<Record<string, { code: string; decline?: string }>> = {
    pm_card_chargeDeclined: { code: 'card_declined', decline: 'generic_decline' },
    pm_card_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline: 'insufficient_funds' },
    pm_card_chargeDeclinedExpiredCard: { code: 'expired_card' },
    pm_card_chargeDeclinedIncorrectCvc: { code: 'incorrect_cvc' },
    pm_card_chargeDeclinedProcessingError: { code: 'processing_error' },
  };
  const known = named[method];
  if (known) return { ok: false, ...known };
  const decline = /^pm_decline_(\w+)$/.exec(method)?.[1];
  if (decline) return { ok: false, code: 'card_declined', decline };
  const code = /^pm_error_(\w+)$/.exec(method)?.[1];
  if (code) return { ok: false, code };
  return { ok: true, action: method === 'pm_card_authenticationRequired' };
}

const card = (method: string) => ({
  id: method,
  object: 'payment_method',
  type: 'card',
  card: { brand: method.includes('mastercard') ? 'mastercard' : 'visa', last4: '4242', exp_month: 8, exp_year: 2031 },
});

export async function startStripeServer(port = 0): Promise<StripeServer> {
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, Thing>();
  const disputes = new Map<string, Thing>();
  const customers = new Map<string, Set<string>>();
  const keys = new Map<string, { fingerprint: string; answer: Answer | null }>();
  const now = () => Math.floor(Date.now() / 1000);

  const running: StripeServer = {
    url: '',
    faults: [],
    journal: [],
    events: [],
    intents,
    refunds,
    requests: [],
    delayMs: 0,
    refundStatus: 'succeeded',
    answerBank(intentId, yes) {
      const intent = wanted(intentId);
      if (intent.status !== 'requires_action') return;
      if (yes) succeed(intent);
      else fail(intent, { code: 'payment_intent_authentication_failure' });
    },
    endRefund(refundId, status) {
      const refund = refunds.get(refundId);
      if (!refund) throw new Error(`no refund ${refundId}`);
      refund.status = status;
      if (status === 'failed') refund.failure_reason = 'lost_or_stolen_card';
      else note('refund', wanted(String(refund.payment_intent)), Number(refund.amount));
      emit(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    },
    dispute(intentId, amount) {
      const intent = wanted(intentId);
      const dispute = {
        id: id('dp'),
        object: 'dispute',
        payment_intent: intentId,
        amount: amount ?? intent.amount,
        status: 'needs_response',
      };
      disputes.set(dispute.id, dispute);
      emit('charge.dispute.created', dispute);
      return dispute.id;
    },
    endDispute(disputeId, status) {
      const dispute = disputes.get(disputeId);
      if (!dispute) throw new Error(`no dispute ${disputeId}`);
      dispute.status = status;
      emit('charge.dispute.closed', dispute);
    },
    signed(event, secret, at = new Date()) {
      const bytes = Buffer.from(JSON.stringify(event));
      return { bytes, signature: sign(bytes, secret, at) };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function wanted(intentId: string): Intent {
    const intent = intents.get(intentId);
    if (!intent) throw new Error(`no intent ${intentId}`);
    return intent;
  }
  function note(kind: Effect['kind'], intent: Intent, amount: number): void {
    const { currency, metadata } = intent;
    running.journal.push({
      at: Date.now(),
      kind,
      intent: intent.id,
      reference: metadata.tuneport_payment,
      amount,
      currency,
    });
  }
  function emit(type: string, object: Thing): void {
    running.events.push({ id: id('evt'), object: 'event', type, created: now(), data: { object: { ...object } } });
  }
  function succeed(intent: Intent): void {
    intent.last_payment_error = null;
    if (intent.capture_method === 'manual') {
      intent.status = 'requires_capture';
      note('authorise', intent, intent.amount);
      emit('payment_intent.amount_capturable_updated', intent);
      return;
    }
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    note('charge', intent, intent.amount);
    emit('payment_intent.succeeded', intent);
  }
  function fail(intent: Intent, error: { code: string; decline?: string }): Answer {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      type: 'card_error',
      code: error.code,
      ...(error.decline ? { decline_code: error.decline } : {}),
      message: 'Your card was declined.',
    };
    emit('payment_intent.payment_failed', intent);
    return { status: 402, body: { error: { ...intent.last_payment_error, payment_intent: { ...intent } } } };
  }
  function confirm(intent: Intent, method: string): Answer {
    intent.payment_method = method;
    if (method.startsWith('pm_gone')) return problem(400, 'resource_missing', 'No such payment method.');
    const verdict = verdictOf(method);
    if (!verdict.ok) return fail(intent, verdict);
    if (verdict.action) {
      intent.status = 'requires_action';
      emit('payment_intent.requires_action', intent);
    } else succeed(intent);
    return { status: 200, body: shown(intent) };
  }
  const shown = (intent: Intent) => ({
    ...intent,
    payment_method: intent.payment_method ? card(intent.payment_method) : null,
  });
  const problem = (status: number, code: string, message: string, type = 'invalid_request_error'): Answer => ({
    status,
    body: { error: { type, code, message } },
  });
  const pageOf = (things: Thing[], query: URLSearchParams): Answer => {
    const newest = things.toReversed();
    const after = query.get('starting_after');
    const start = after === null ? 0 : newest.findIndex((thing) => thing.id === after) + 1;
    const most = Number(query.get('limit') ?? 10);
    return {
      status: 200,
      body: { object: 'list', data: newest.slice(start, start + most), has_more: newest.length > start + most },
    };
  };

  function work(method: string, path: string, query: URLSearchParams, form: URLSearchParams): Answer {
    const parts = path.split('/').slice(2);
    const [what = '', prefix = '', act = ''] = parts;
    if (what === 'payment_intents') {
      if (method === 'POST' && prefix === '') {
        const intent: Intent = {
          id: id('pi'),
          object: 'payment_intent',
          amount: Number(form.get('amount')),
          amount_received: 0,
          currency: form.get('currency') ?? 'usd',
          metadata: Object.fromEntries(
            [...form].flatMap(([name, value]) => {
              const noted = /^metadata\[(\w+)\]$/.exec(name)?.[1];
              return noted ? [[noted, value]] : [];
            }),
          ),
          status: 'requires_payment_method',
          payment_method: null,
          last_payment_error: null,
          capture_method: form.get('capture_method') ?? 'automatic',
          customer: form.get('customer'),
          client_secret: `${id('secret')}`,
          created: now(),
        };
        intents.set(intent.id, intent);
        return form.get('confirm') === 'true'
          ? confirm(intent, form.get('payment_method') ?? '')
          : { status: 200, body: shown(intent) };
      }
      if (method === 'GET' && prefix === '') return pageOf([...intents.values()], query);
      const intent = intents.get(prefix);
      if (!intent) return problem(404, 'resource_missing', 'No such payment_intent.');
      if (method === 'GET') return { status: 200, body: shown(intent) };
      const unexpected = (): Answer => ({
        status: 400,
        body: {
          error: {
            type: 'invalid_request_error',
            code: 'payment_intent_unexpected_state',
            payment_intent: { ...intent },
          },
        },
      });
      if (act === 'confirm') {
        if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
          return unexpected();
        return confirm(intent, form.get('payment_method') ?? intent.payment_method ?? '');
      }
      if (act === 'capture') {
        if (intent.status !== 'requires_capture') return unexpected();
        intent.capture_method = 'automatic';
        succeed(intent);
        return { status: 200, body: shown(intent) };
      }
      if (act === 'cancel') {
        if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpected();
        intent.status = 'canceled';
        note('cancel', intent, intent.amount);
        emit('payment_intent.canceled', intent);
        return { status: 200, body: shown(intent) };
      }
    }
    if (what === 'refunds') {
      if (method === 'GET' && prefix === '') return pageOf([...refunds.values()], query);
      if (method === 'GET') {
        const refund = refunds.get(prefix);
        return refund ? { status: 200, body: { ...refund } } : problem(404, 'resource_missing', 'No such refund.');
      }
      const intent = intents.get(form.get('payment_intent') ?? '');
      if (intent?.status !== 'succeeded') return problem(400, 'charge_not_captured', 'You have not been charged.');
      const amount = Number(form.get('amount') ?? intent.amount);
      const back = [...refunds.values()]
        .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
        .reduce((sum, refund) => sum + Number(refund.amount), 0);
      if (amount <= 0 || back + amount > intent.amount)
        return problem(400, back >= intent.amount ? 'charge_already_refunded' : 'amount_too_large', 'Too much.');
      const refund = {
        id: id('re'),
        object: 'refund',
        amount,
        currency: intent.currency,
        payment_intent: intent.id,
        metadata: { tuneport_refund: form.get('metadata[tuneport_refund]') ?? '' },
        status: running.refundStatus,
        created: now(),
      };
      refunds.set(refund.id, refund);
      if (refund.status === 'succeeded') note('refund', intent, amount);
      emit('refund.created', refund);
      return { status: 200, body: { ...refund } };
    }
    if (what === 'customers' && method === 'POST') {
      const customer = { id: id('cus'), object: 'customer' };
      customers.set(customer.id, new Set());
      return { status: 200, body: customer };
    }
    if (what === 'payment_methods') {
      if (method === 'GET') {
        const list = [...(customers.get(query.get('customer') ?? '') ?? [])].map(card);
        return { status: 200, body: { object: 'list', data: list, has_more: false } };
      }
      if (act === 'attach') {
        const verdict = verdictOf(prefix);
        if (!verdict.ok) {
          const { code, decline } = verdict;
          return {
            status: 402,
            body: { error: { type: 'card_error', code, ...(decline ? { decline_code: decline } : {}) } },
          };
        }
        const customer = form.get('customer') ?? '';
        // Shared test tokens become a separate method for each customer.
        const methodId = `${prefix}_${customer}_${randomBytes(3).toString('hex')}`;
        customers.get(customer)?.add(methodId);
        return { status: 200, body: { ...card(methodId), customer } };
      }
      if (act === 'detach') {
        for (const methods of customers.values()) methods.delete(prefix);
        return { status: 200, body: card(prefix) };
      }
    }
    if (what === 'disputes' && method === 'GET') {
      const dispute = disputes.get(prefix);
      return dispute ? { status: 200, body: { ...dispute } } : problem(404, 'resource_missing', 'No such dispute.');
    }
    return problem(404, 'unknown_url', `${method} ${path}`);
  }

  function takeFault(method: string, path: string): Fault | undefined {
    const at = running.faults.findIndex(({ on }) => {
      if (on === 'pay') return method === 'POST' && /^\/v1\/payment_intents(\/[^/]+\/confirm)?$/.test(path);
      if (on === 'refund') return method === 'POST' && path === '/v1/refunds';
      return on.test(`${method} ${path}`);
    });
    const fault = running.faults[at];
    if (!fault) return undefined;
    const left = (fault.times ?? 1) - 1;
    if (left > 0) running.faults[at] = { ...fault, times: left };
    else running.faults.splice(at, 1);
    return fault;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const method = request.method ?? 'GET';
    const key = request.headers['idempotency-key'] as string | undefined;
    running.requests.push({ call: `${method} ${url.pathname}${url.search}`, body, key });
    const send = ({ status, body: answered }: Answer, replayed = false) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      });
      response.end(JSON.stringify(answered));
    };
    if (running.delayMs > 0) await sleep(Math.random() * running.delayMs);
    const fault = takeFault(method, url.pathname);
    const stumble: Answer = { status: 500, body: { error: { type: 'api_error', message: 'stumbled' } } };
    switch (fault?.how) {
      case 'silent-before':
        return;
      case 'reset-before':
        request.socket.destroy();
        return;
      case '500-before':
        return send(stumble);
      case '429':
        return send({ status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit' } } });
      case 'slow':
        await sleep(fault.ms ?? 300);
        break;
      default:
    }
    const fingerprint = createHash('sha256').update(`${method} ${url.pathname} ${body}`).digest('hex');
    const known = method === 'POST' && key ? keys.get(key) : undefined;
    if (known && known.fingerprint !== fingerprint)
      return send({
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message: 'Keys for idempotent requests can only be used with the same parameters.',
          },
        },
      });
    if (known && known.answer === null)
      return send({
        status: 409,
        body: { error: { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'in use' } },
      });
    if (known?.answer) return send(known.answer, true);
    const entry = { fingerprint, answer: null as Answer | null };
    if (method === 'POST' && key) keys.set(key, entry);
    if (running.delayMs > 0) await sleep(Math.random() * running.delayMs);
    const done =
      fault?.how === '500-kept' ? stumble : work(method, url.pathname, url.searchParams, new URLSearchParams(body));
    // Requests rejected as invalid do not store a key.
    if (done.status === 400 || done.status === 404) keys.delete(key ?? '');
    else entry.answer = structuredClone(done);
    if (fault?.how === 'silent-after') return;
    if (fault?.how === 'reset-after') {
      request.socket.destroy();
      return;
    }
    send(fault?.how === '500-after' ? stumble : done);
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(running, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
