import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestCard, testCardByToken } from '@tuneport/domain/payments/test-cards';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { asyncCommit } from '../db/writes/async-commit.ts';
import {
  type Card,
  type Intent,
  type IntentStatus,
  type JournalEntry,
  type PaymentProvider,
  type PayRequest,
  type ProviderRefund,
  ProviderRefused,
  ProviderSilent,
  WrongSignature,
} from './provider.ts';

// A built-in provider that charges no one. It has its own journal, one row per effect, so that it can be reconciled
// with our ledger like any other provider.

const slowMs = 2_000;
const cardYear = 2040;

type Row = {
  id: bigint;
  at: Date;
  key: string;
  kind: 'wait' | 'lost' | 'action' | 'decline' | 'authorise' | 'charge' | 'capture' | 'void' | 'refund';
  intent: string;
  reference: string | null;
  amount_minor: bigint;
  currency: string;
  method: string | null;
  code: string | null;
};

const statusAfter: Readonly<Partial<Record<Row['kind'], IntentStatus>>> = {
  wait: 'waiting',
  decline: 'waiting',
  action: 'requires_action',
  authorise: 'authorised',
  charge: 'captured',
  capture: 'captured',
  void: 'voided',
};

const afterBank = { test_3d_approved: 'charge', test_3d_refused: 'decline' } as const;

/** A stored method includes the token it was created from. */
const tokenOf = (method: string) => /^test_pm_(test_[a-z0-9_]+)\.[0-9a-f-]{36}$/.exec(method)?.[1] ?? method;

function cardFor(method: string): TestCard | null {
  return testCardByToken(tokenOf(method)) ?? (tokenOf(method) in afterBank ? testCardByToken('test_3d') : null);
}

function cardOf(method: string | null): Card | null {
  const card = method === null ? null : cardFor(method);
  return card ? { brand: card.brand, lastFour: card.number.slice(-4), expMonth: 12, expYear: cardYear } : null;
}

export function openTestProvider(db: Db): PaymentProvider {
  /**
   * Writes one effect; undefined if the key was used or the intent charged before. Asynchronous, as callers commit
   * after it.
   */
  async function write(row: Omit<Row, 'id' | 'at'>): Promise<Row | undefined> {
    const { rows } = await sql<Row>`${prepared}
      insert into test_provider.journal (key, kind, intent, reference, amount_minor, currency, method, code)
      values (${row.key}, ${row.kind}, ${row.intent}, ${row.reference}, ${row.amount_minor}, ${row.currency}, ${row.method}, ${row.code})
      on conflict do nothing returning *, ${asyncCommit}`.execute(db);
    return rows[0];
  }

  async function rowsOf(intent: string): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select * from test_provider.journal where intent = ${intent} order by id`.execute(db);
    return rows;
  }

  async function retrieve(intent: string): Promise<Intent> {
    const found = intentOf(await rowsOf(intent));
    if (!found) throw new ProviderRefused({ kind: 'unknown', code: 'no_such_intent' });
    return found;
  }

  const rowFor = (request: PayRequest, kind: Row['kind'], code: string | null = null): Omit<Row, 'id' | 'at'> => ({
    key: request.key,
    kind,
    intent: request.intentId ?? `test_pi_${request.reference}`,
    reference: request.reference,
    amount_minor: request.amount.amountMinor,
    currency: request.amount.currency,
    method: request.method,
    code,
  });

  async function pay(request: PayRequest): Promise<Intent> {
    const token = tokenOf(request.method);
    const card = cardFor(request.method);
    if (!card) throw new ProviderRefused({ kind: 'revoked_payment_method', code: 'no_such_method' });
    if (token === 'test_slow') await sleep(slowMs);
    if (token === 'test_network_down_retry') {
      if (await write({ ...rowFor(request, 'lost'), key: `${request.key}.lost` }))
        throw new ProviderSilent('not reached');
    }
    const charge = request.capture === 'now' ? 'charge' : 'authorise';
    const kind =
      token in afterBank
        ? afterBank[token as keyof typeof afterBank] === 'charge'
          ? charge
          : 'decline'
        : token === 'test_3d'
          ? 'action'
          : card.refuses === null || card.refuses === 'network_down_retry'
            ? charge
            : 'decline';
    const code = kind === 'decline' ? (card.refuses ?? 'avs_cvv') : null;
    const wanted = rowFor(request, kind, code);
    const written = await write(wanted);
    if (token === 'test_charged_no_answer' && written) throw new ProviderSilent('charged, and the answer is lost');
    const intent = written ? intentOf([written]) : intentOf(await rowsOf(wanted.intent));
    if (!intent) throw new Error('the journal lost a row');
    if (intent.refused && intent.status === 'waiting') throw new ProviderRefused(intent.refused, intent);
    return intent;
  }

  return {
    name: 'test',
    publicKey: null,
    reachable: true,
    pay,
    retrieve,
    async queryPayment(request) {
      const wanted = rowFor(request, 'wait');
      const written = await write(wanted);
      const intent = intentOf(await rowsOf(wanted.intent));
      if (!intent) throw new Error('the journal lost a row');
      if (!written && intent.refused && intent.status === 'waiting') throw new ProviderRefused(intent.refused, intent);
      return intent;
    },
    async capture(intent, key) {
      const { amountMinor, currency, reference, status } = await retrieve(intent);
      if (status === 'authorised')
        await write({
          key,
          kind: 'capture',
          intent,
          reference,
          amount_minor: amountMinor,
          currency,
          method: null,
          code: null,
        });
      return retrieve(intent);
    },
    async void(intent, key) {
      const { amountMinor, currency, reference, status } = await retrieve(intent);
      if (status !== 'captured')
        await write({
          key,
          kind: 'void',
          intent,
          reference,
          amount_minor: amountMinor,
          currency,
          method: null,
          code: null,
        });
      return retrieve(intent);
    },
    async refund({ key, reference, intentId, amount }) {
      const { rows } = await sql<Row>`
        with charged as (
          select amount_minor from test_provider.journal where intent = ${intentId} and kind in ('charge', 'capture') for update
        ), back as (
          select coalesce(sum(amount_minor), 0) as amount from test_provider.journal where intent = ${intentId} and kind = 'refund'
        )
        insert into test_provider.journal (key, kind, intent, reference, amount_minor, currency)
        select ${key}, 'refund', ${intentId}, ${reference}, ${amount.amountMinor}, ${amount.currency} from charged, back
        where back.amount + ${amount.amountMinor} <= charged.amount_minor
        on conflict (key) do nothing returning *`.execute(db);
      const row = rows[0] ?? (await rowsOf(intentId)).find((known) => known.key === key);
      if (!row) throw new ProviderRefused({ kind: 'unknown', code: 'more_than_was_charged' });
      return refundOf(row);
    },
    async retrieveRefund(refundId) {
      const { rows } = await sql<Row>`
        select * from test_provider.journal where kind = 'refund' and key = ${refundId.replace(/^test_re_/, '')}`.execute(
        db,
      );
      if (!rows[0]) throw new ProviderRefused({ kind: 'unknown', code: 'no_such_refund' });
      return refundOf(rows[0]);
    },
    retrieveDispute: () => Promise.reject(new ProviderRefused({ kind: 'unknown', code: 'no_such_dispute' })),
    makeCustomer: async ({ owner }) => `test_cus_${owner}`,
    async saveMethod({ customer, method }) {
      const card = testCardByToken(method);
      if (!card) throw new ProviderRefused({ kind: 'unknown', code: 'no_such_method' });
      // A card that its bank revokes later was valid when it was stored.
      if (card.refuses === 'network_down_retry') throw new ProviderSilent('not reached');
      if (card.refuses && card.refuses !== 'revoked_payment_method')
        throw new ProviderRefused({ kind: card.refuses, code: card.refuses });
      const id = `test_pm_${card.token}.${randomUUID()}`;
      await sql`insert into test_provider.methods (id, customer, token) values (${id}, ${customer}, ${card.token})`.execute(
        db,
      );
      return { id, card: cardOf(id) as Card };
    },
    async listMethods(customer) {
      const { rows } = await sql<{ id: string }>`
        select id from test_provider.methods where customer = ${customer} and removed_at is null order by id`.execute(
        db,
      );
      return rows.flatMap(({ id }) => {
        const card = cardOf(id);
        return card ? [{ id, card }] : [];
      });
    },
    async removeMethod(methodId) {
      await sql`update test_provider.methods set removed_at = now() where id = ${methodId} and removed_at is null`.execute(
        db,
      );
    },
    readEvent() {
      throw new WrongSignature('The built-in test provider sends no events.');
    },
    async *journal(since) {
      const { rows } = await sql<Row>`
        select * from test_provider.journal where intent in (select intent from test_provider.journal where at >= ${since}) order by id`.execute(
        db,
      );
      for (const [, list] of Map.groupBy(rows, ({ intent }) => intent)) {
        const intent = intentOf(list);
        if (intent)
          yield {
            ...intent,
            refunds: list.filter(({ kind }) => kind === 'refund').map(refundOf),
          } satisfies JournalEntry;
      }
    },
  };
}

/** The intent that results from its rows: the last row that changes its state wins, and a capture is final. */
function intentOf(rows: readonly Row[]): Intent | null {
  const telling = rows.filter(({ kind }) => statusAfter[kind] !== undefined);
  const last = telling.find(({ kind }) => statusAfter[kind] === 'captured') ?? telling.at(-1);
  if (!last) return null;
  const status = statusAfter[last.kind] ?? 'waiting';
  const card = last.method ?? rows.findLast(({ method }) => method !== null)?.method ?? null;
  return {
    id: last.intent,
    reference: last.reference,
    amountMinor: last.amount_minor,
    currency: last.currency,
    status,
    capturedMinor: status === 'captured' ? last.amount_minor : 0n,
    refused: last.kind === 'decline' ? { kind: kindOf(last.code), code: last.code ?? 'declined' } : null,
    clientSecret: status === 'requires_action' ? 'test_bank_question' : null,
    methodId: card,
    card: cardOf(card),
  };
}

const refusals = ['avs_cvv', 'duplicate', 'card_expired', 'revoked_payment_method'] as const;
const kindOf = (code: string | null) => refusals.find((kind) => kind === code) ?? 'unknown';

const refundOf = (row: Row): ProviderRefund => ({
  id: `test_re_${row.key}`,
  intentId: row.intent,
  reference: row.reference,
  amountMinor: row.amount_minor,
  status: 'settled',
  error: null,
});
