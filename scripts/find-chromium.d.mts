/** The path of a Chromium that starts; may install one. */
export function findChromium(): Promise<string>;
