// A process of its own that sends one attack from 24 clients: in the process of the measurement their answers would delay
// the measured ones.
import { Agent } from 'node:http';
import { measuredEngine } from '../measured-engine.ts';
import { ask, inParallel } from '../parallel-requests.ts';
import { attacks } from './attacks.ts';

const atOnce = 24;

const [origin = '', name = '', seconds = ''] = process.argv.slice(2);
const attack = attacks.find((one) => one.name === name);
if (!attack) throw new Error(`There is no attack "${name}".`);
const engine = await measuredEngine(origin);
const agent = new Agent({ keepAlive: true });
let sent = 0;
const answers = await inParallel(atOnce, performance.now() + Number(seconds) * 1000, (lane) => {
  sent += 1;
  return ask(agent, origin, {
    ...attack.next(sent, engine),
    headers: { 'x-forwarded-for': `10.1.${lane}.${sent % 250}` },
  });
});
agent.destroy();
const byStatus: Record<number, number> = {};
for (const { status } of answers) byStatus[status] = (byStatus[status] ?? 0) + 1;
process.stdout.write(JSON.stringify(byStatus));
