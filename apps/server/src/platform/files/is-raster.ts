import { open } from 'node:fs/promises';

/** Checks the first bytes, not the name: only raster images reach the decoder. */
export async function isRaster(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    const hex = buffer.toString('hex');
    const text = buffer.toString('latin1');
    return (
      hex.startsWith('ffd8ff') ||
      hex.startsWith('89504e470d0a1a0a') ||
      (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') ||
      text.slice(4, 12) === 'ftypavif'
    );
  } finally {
    await handle.close();
  }
}
