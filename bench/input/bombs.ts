import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { zip } from './sample-files.ts';
import { type Answered, ask, type BombRequest, callers, type Person, type Target } from './target.ts';
import { part } from './uploads.ts';

/** Small to send, expensive to process. `kept`: stored as an opaque file, which costs only its own size. */
type Bomb = { readonly name: string; readonly as: Person; readonly asked: BombRequest; readonly kept?: true };

const form = (
  path: string,
  as: Person,
  file: Buffer,
  fields: Record<string, string> = {},
  name = 'x.bin',
): Omit<Bomb, 'name'> => ({
  as,
  asked: {
    method: 'POST',
    path,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body: Buffer.concat([
      ...Object.entries(fields).map(([field, value]) => part(`name="${field}"`, Buffer.from(value))),
      part(`name="file"; filename="${name}"`, file),
      Buffer.from('--edge--\r\n'),
    ]),
  },
});
const raw = (path: string, as: Person, headers: Record<string, string>, body: Buffer | string): Omit<Bomb, 'name'> => ({
  as,
  asked: { method: 'POST', path, headers, body },
});
const picture = (file: Buffer) => form('/api/v1/admin/product-images', 'admin', file, { alt: 'x' }, 'x.png');
const table = (file: Buffer) => form('/api/v1/admin/ecu/imports', 'admin', file, { region: '1' }, 'x.csv.gz');
const log = (file: Buffer) => form('/api/graph', 'anonymous', file, {}, 'x.csv');
const tune = (file: Buffer, name = 'x.zip') => ({
  ...form('/api/v1/tune-requests', 'customer', file, {}, name),
  kept: true as const,
});
const json = { 'content-type': 'application/json' };

function png(width: number, height: number, chunks: readonly [string, Buffer][] = [], interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const all: readonly [string, Buffer][] = [
    ['IHDR', header],
    ...chunks,
    ['IDAT', deflateSync(Buffer.alloc(10_000))],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...all.map(([type, data]) => chunk(type, data))]);
}

export async function bombs(): Promise<Bomb[]> {
  const zeros = gzipSync(Buffer.alloc(60_000_000), { level: 9 });
  const rows = gzipSync(Buffer.alloc(120_000_000, 'make,model,year\n'), { level: 9 });
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false });
  const text = Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(60_000_000), { level: 9 })]);
  const jpeg = await plain(200, 200).jpeg().toBuffer();
  jpeg.writeUInt16BE(65_500, jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 5);
  jpeg.writeUInt16BE(65_500, jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 7);
  const many = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join('');
  const edge = { 'content-type': 'multipart/form-data; boundary=edge' };
  return [
    { name: 'an archive that claims four gigabytes', ...tune(zip(['a.bin'], { unpackedBytes: 0xfffffffe })) },
    {
      name: 'an archive in an archive in an archive',
      ...tune(Buffer.concat([zip(['a.zip']), zip(['b.zip'], { unpackedBytes: 0xffffffff }), zip(['c.zip'])])),
    },
    {
      name: 'ten thousand members in one place',
      ...tune(zip(Array(10_000).fill('a.bin'), { sameAt: true, unpackedBytes: 0xfffffff0 })),
    },
    { name: 'seventy thousand members', ...tune(zip(Array.from({ length: 70_000 }, (_, at) => `${at}`))) },
    { name: 'members with names of a thousand signs', ...tune(zip(Array(2000).fill('n'.repeat(1000)))) },
    { name: 'a packed file as a tune', ...tune(zeros, 'x.bin') },
    {
      name: 'an XML that multiplies itself',
      ...tune(
        Buffer.from(
          `<?xml version="1.0"?><!DOCTYPE msq [${many(30, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)}]><msq>&a30;</msq>`,
        ),
        'x.msq',
      ),
    },
    {
      name: 'a packed body for a JSON call',
      ...raw('/api/auth/login', 'anonymous', { ...json, 'content-encoding': 'gzip' }, zeros),
    },
    { name: 'a packed form', ...raw('/api/graph', 'anonymous', { ...edge, 'content-encoding': 'gzip' }, zeros) },
    { name: 'a packed table of zeros', ...table(zeros) },
    { name: 'a packed table of endless rows', ...table(rows) },
    { name: 'a packed table in a packed table', ...table(gzipSync(rows)) },
    { name: 'a packed log', ...log(zeros) },
    { name: 'a picture of 4 thousand million pixels', ...picture(png(65_535, 65_535)) },
    { name: 'a picture one pixel high and two thousand million wide', ...picture(png(2_147_483_647, 1)) },
    { name: 'a picture just over the limit', ...picture(await plain(7000, 7000).png().toBuffer()) },
    { name: 'a woven picture that ends early', ...picture(png(6300, 6300, [], true)) },
    { name: 'a picture with 60 MB of packed words', ...picture(png(200, 200, [['zTXt', text]])) },
    { name: 'a picture with a packed profile of 60 MB', ...picture(png(200, 200, [['iCCP', text]])) },
    { name: 'a JPEG of 4 thousand million pixels', ...picture(jpeg) },
    {
      name: 'a WebP of 268 million pixels',
      ...picture(await plain(16_383, 16_383).webp({ lossless: true, effort: 0 }).toBuffer()),
    },
    {
      name: 'a million parts',
      ...raw('/api/tickets/upload', 'anonymous', edge, `${'--edge\r\n\r\n\r\n'.repeat(1_000_000)}--edge--\r\n`),
    },
    {
      name: 'a hundred thousand fields',
      ...raw(
        '/api/graph',
        'anonymous',
        edge,
        `${many(100_000, (at) => `--edge\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\n\r\n`)}--edge--\r\n`,
      ),
    },
    {
      name: 'a part with a head of 20 MB',
      ...raw('/api/graph', 'anonymous', edge, `--edge\r\n${'x: y\r\n'.repeat(3_500_000)}\r\n\r\n--edge--\r\n`),
    },
    { name: 'JSON a million levels deep', ...raw('/api/auth/login', 'anonymous', json, '['.repeat(1_000_000)) },
    {
      name: 'JSON of a hundred thousand names',
      ...raw('/api/auth/login', 'anonymous', json, `{${many(60_000, (at) => `"k${at}":0,`)}"x":1}`),
    },
    { name: 'a log of one line', ...log(Buffer.alloc(8_000_000, 'a')) },
    {
      name: 'a log of one number',
      ...log(Buffer.concat([Buffer.from('Time,RPM\n1,'), Buffer.alloc(900_000, '0'), Buffer.from('E\n')])),
    },
    {
      name: 'a dyno file of one number',
      ...form('/api/dyno-csv', 'admin', Buffer.from(`rpm,torque\n1000,${'0'.repeat(1_900_000)}E\n`), {
        tune: '1',
        label: 'x',
      }),
    },
  ];
}

export type BombReport = { bombs: number; worstCpuMs: number; worstMemoryMb: number; faults: string[] };

/** Each is refused, or stored unopened; it may cost the process at most a second of CPU and 64 MB. */
export async function throwBombs(
  target: Target,
  input: { pid: number; cpuMsMax: number; memoryMbMax: number },
): Promise<BombReport> {
  const { headersOf } = callers(target);
  const report: BombReport = { bombs: 0, worstCpuMs: 0, worstMemoryMb: 0, faults: [] };
  for (const { name, as, asked: request, kept: stored } of await bombs()) {
    await target.db.deleteFrom('rate_limits').execute();
    const before = costOf(input.pid);
    const answer: Answered = await ask(target, {
      ...request,
      headers: { ...(await headersOf(as)), ...request.headers },
    });
    const after = costOf(input.pid);
    const [cpuMs, memoryMb] = [after.cpuMs - before.cpuMs, after.peakMb - before.nowMb];
    report.bombs += 1;
    report.worstCpuMs = Math.max(report.worstCpuMs, cpuMs);
    report.worstMemoryMb = Math.max(report.worstMemoryMb, Math.round(memoryMb));
    const summary = `${name}: ${answer.status} ${answer.body.toString('utf8', 0, 120)}`;
    // Closing the connection on an endless body counts as a refusal.
    const refused = answer.status === 0 || (answer.status >= 400 && answer.status < 500);
    if (!refused && !(stored && answer.status === 201)) report.faults.push(`${summary} (not refused)`);
    if (cpuMs > input.cpuMsMax) report.faults.push(`${summary} (${cpuMs} ms of CPU)`);
    if (memoryMb > input.memoryMbMax) report.faults.push(`${summary} (${Math.round(memoryMb)} MB)`);
  }
  report.bombs += 1;
  const flood = await headerFlood(target.port);
  // The connection may be closed while data is in flight, and then the response is lost.
  if (flood !== '' && !flood.startsWith('HTTP/1.1 4')) report.faults.push(`a million headers: ${flood.slice(0, 80)}`);
  return report;
}

/** CPU and memory of the process; the peak is that since the previous call. */
function costOf(pid: number): { cpuMs: number; nowMb: number; peakMb: number } {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  const cost = {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * 10,
    nowMb: kb('VmRSS') / 1024,
    peakMb: kb('VmHWM') / 1024,
  };
  // Resets the peak counter.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return cost;
}

function headerFlood(port: number): Promise<string> {
  return new Promise((done) => {
    let output = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
      socket.write('a: b\r\n'.repeat(1_000_000));
      socket.end('\r\n');
    });
    socket.on('data', (chunk) => {
      output += chunk.toString();
    });
    socket.on('error', () => done(output));
    socket.on('close', () => done(output));
  });
}
