/**
 * Frees the memory of a chunk at once. Whoever calls it owns the chunk and has no more use for it. Left to the collector, each 64 MiB that
 * passed would make it walk the whole heap, and until then they would stay.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  // A chunk that is part of something bigger is not ours alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
