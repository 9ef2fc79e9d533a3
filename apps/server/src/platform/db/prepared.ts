import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* planned */';

/**
 * Marks a statement as prepared on each connection. For frequent short reads of many tables, where planning takes
 * longer than execution.
 */
export const prepared = sql.raw(`${mark} `);

const names = new Map<string, string>();
const namesMax = 1000;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= namesMax) names.clear();
    name = `planned_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
  }
  return name;
}

type Query = (text: unknown, ...rest: unknown[]) => unknown;

export function keepPlans(client: pg.ClientBase): void {
  const ask: Query = (text, ...rest) => (pg.Client.prototype.query as Query).call(client, text, ...rest);
  const query: Query = (text, ...rest) =>
    typeof text === 'string' && text.trimStart().startsWith(mark)
      ? ask({ name: nameOf(text), text, values: rest[0] })
      : ask(text, ...rest);
  Object.assign(client, { query });
}
