import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

const blockBytes = 64 * 1024;
/** 16 MiB. */
const blocksMax = 256;

/** By file and position, in the order of their last use. */
const blocks = new Map<string, Promise<Buffer>>();

/**
 * Streams a file that never changes. Many clients read the same answer at once: a block is in memory once for all of
 * them. With a stream of its own, each client would leave its buffers to the next full garbage collection, which comes
 * after 64 MiB.
 */
export async function openShared(path: string): Promise<Readable> {
  return new SharedFile(path, await open(path));
}

class SharedFile extends Readable {
  readonly #path: string;
  readonly #file: FileHandle;
  #position = 0;

  constructor(path: string, file: FileHandle) {
    super({ highWaterMark: blockBytes });
    this.#path = path;
    this.#file = file;
  }

  get bytesRead(): number {
    return this.#position;
  }

  override _read(): void {
    blockOf(this.#path, this.#file, this.#position).then(
      (block) => {
        this.#position += block.length;
        this.push(block.length === 0 ? null : block);
      },
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(() => done(error), done);
  }
}

function blockOf(path: string, file: FileHandle, position: number): Promise<Buffer> {
  const key = `${position} ${path}`;
  const block = blocks.get(key) ?? readBlock(file, position);
  blocks.delete(key);
  blocks.set(key, block);
  block.catch(() => blocks.delete(key));
  for (const oldest of blocks.keys()) {
    if (blocks.size <= blocksMax) break;
    blocks.delete(oldest);
  }
  return block;
}

/** Shorter than a block only at the end of the file. */
async function readBlock(file: FileHandle, position: number): Promise<Buffer> {
  const block = Buffer.allocUnsafeSlow(blockBytes);
  let length = 0;
  while (length < blockBytes) {
    const { bytesRead } = await file.read(block, length, blockBytes - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return block.subarray(0, length);
}
