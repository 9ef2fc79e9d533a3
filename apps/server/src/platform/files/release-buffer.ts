/**
 * Frees the memory of a chunk immediately. The caller must own the chunk and not use it again. Otherwise every 64 MiB
 * of chunks would trigger a full garbage collection and stay allocated until then.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  // A slice of a larger buffer is not exclusively ours.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
