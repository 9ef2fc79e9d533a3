/** The short key of a text in the files the browser loads: FNV-1a. The build fails if two texts share one. */
export function textKey(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
