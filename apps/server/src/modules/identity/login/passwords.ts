import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { slots } from '../../../platform/slots.ts';

// argon2id with its parameters in the stored text, so that they can be raised later without breaking old hashes.

const derive = promisify(argon2);
// Each hash occupies a core: without a limit, concurrent logins would starve other requests.
const hashing = slots({ atOnce: Math.max(1, availableParallelism() >> 1), waitingMax: 200, waitMs: 10_000 });
const memoryKib = 19_456;
const passes = 2;

/** `client` waits in turn with the others: a network, or a user who is logged in. */
export async function hashPassword(password: string, client?: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await argon2id({ password, salt, memory: memoryKib, passes, client });
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${base64(salt)}$${base64(hash)}`;
}

/** Takes the same time for a missing account or password as for a wrong one. */
export async function isPassword(
  stored: string | null | undefined,
  password: string,
  client?: string,
): Promise<boolean> {
  const known = parse(stored) ?? decoy;
  const { salt, memory } = known;
  const hash = await argon2id({ password, salt, memory, passes: known.passes, client });
  const same = hash.length === known.hash.length && timingSafeEqual(hash, known.hash);
  return same && known !== decoy;
}

type Parsed = { memory: number; passes: number; salt: Buffer; hash: Buffer };

const decoy: Parsed = { memory: memoryKib, passes, salt: randomBytes(16), hash: randomBytes(32) };

function parse(stored: string | null | undefined): Parsed | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored ?? '');
  if (!match) return null;
  const [, memory = '', times = '', salt = '', hash = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(times),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

type Hashed = {
  readonly password: string;
  readonly salt: Buffer;
  readonly memory: number;
  readonly passes: number;
  readonly client: string | undefined;
};

async function argon2id({ password, salt, memory, passes: times, client }: Hashed): Promise<Buffer> {
  const release = await hashing.take(client);
  try {
    return await derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory,
      passes: times,
    });
  } finally {
    release();
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
