import type { ContractMap } from '@tuneport/contract/endpoint';
import { badRequest, type Operation, operationsOf } from './bad-requests.ts';
import type { Json } from './bad-values.ts';
import { Faults, faultOf } from './judge.ts';
import { type Answered, ask, type BombRequest, callers, type Person, type Target } from './target.ts';

export type BadRequestReport = {
  operations: number;
  requests: number;
  statuses: Record<string, number>;
  faults: string[];
};

const people: readonly Person[] = ['admin', 'customer', 'anonymous'];
const atOnce = 8;

/**
 * This many bad requests for every operation of the OpenAPI document, sent by an admin, a customer and anonymously
 * in turn.
 */
export async function sendBadRequests(
  target: Target,
  input: { perOperation: number; seed: number; only?: (key: keyof ContractMap) => boolean },
): Promise<BadRequestReport> {
  const document = JSON.parse(
    (await ask(target, { method: 'GET', path: '/api/openapi.json' })).body.toString('utf8') || '{}',
  ) as Json;
  const operations = (document.paths ? operationsOf(document) : []) as Operation[];
  const faults = new Faults();
  const statuses: Record<string, number> = {};
  const { headersOf } = callers(target);
  let requests = 0;

  async function one(operation: Operation, number: number): Promise<void> {
    const person = people[number % people.length] as Person;
    const bad = badRequest(operation, input.seed, number);
    // A deliberately broken header is not replaced.
    const send = async (fresh: boolean): Promise<Answered> =>
      ask(target, { ...bad, headers: { ...(await headersOf(person, fresh)), ...bad.headers } });
    let answer = await send(false);
    if (answer.status === 401 && person !== 'anonymous' && bad.headers?.cookie === undefined) answer = await send(true);
    requests += 1;
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const fault = answer.status === 0 ? 'no answer' : faultOf(answer);
    if (fault) faults.add(`${operation.key} ${fault.slice(0, 60)}`, `${fault}\n    ${describe(bad, person, number)}`);
  }

  for (const operation of operations) {
    await target.db.deleteFrom('rate_limits').execute();
    for (let number = 0; number < input.perOperation; number += atOnce) {
      const batch = Array.from({ length: Math.min(atOnce, input.perOperation - number) }, (_, at) => number + at);
      await Promise.all(batch.map((at) => one(operation, at)));
      if (number % 40 === 32) await target.db.deleteFrom('rate_limits').execute();
    }
  }
  return { operations: operations.length, requests, statuses, faults: faults.list() };
}

const describe = ({ method, path, headers, body }: BombRequest, person: Person, number: number): string =>
  `as ${person}, number ${number}: ${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${String(body ?? '').slice(0, 300)}`;
