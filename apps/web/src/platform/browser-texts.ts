import { languageOfPath } from '@tuneport/domain/text/languages';
import { setTextSource, type Translation } from '@tuneport/domain/text/text';
import { textKey } from '@tuneport/domain/text/text-key';

// Translations come in one file per chunk, with the texts of its modules (text-plugin.ts). Those of the first page are
// loaded before it hydrates (server-handoff.ts); a chunk that is loaded later asks for its own, and loadChunk waits for
// them. English pages load neither files nor this module.

declare global {
  var texts: Record<string, Translation> | undefined;
  var loadTexts: ((chunk: string) => void) | undefined;
  var textsLoaded: (() => Promise<void>) | undefined;
}

const keys = new Map<string, string>();
function keyOf(text: string): string {
  const key = keys.get(text) ?? textKey(text);
  keys.set(text, key);
  return key;
}

const pendingTexts: Promise<unknown>[] = [];

/** The language is part of the address, so it is the same for as long as the document lives. */
export function startTexts(pathname: string): void {
  const language = languageOfPath(pathname);
  if (language === 'en') return;
  setTextSource({ language: () => language, find: (text) => globalThis.texts?.[keyOf(text)] });
  globalThis.loadTexts = (chunk) => {
    pendingTexts.push(
      // A page without its translations is better than none.
      import(/* @vite-ignore */ chunk.replace(/\.js$/, `.${language}.js`)).catch((error: unknown) =>
        console.error(error),
      ),
    );
  };
  globalThis.textsLoaded = async () => {
    while (pendingTexts.length > 0) await Promise.all(pendingTexts.splice(0));
  };
}
