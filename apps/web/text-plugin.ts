import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textKey } from '@tuneport/domain/text/text-key';
import type { Plugin } from 'vite';
import { messagesIn } from './text-messages.ts';

type Translations = Record<string, Partial<Record<string, unknown>>>;

const folder = fileURLToPath(new URL('../../packages/domain/texts', import.meta.url));
const translated = ['de', 'fr'] as const;

function readTranslations(): Translations {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** A module that adds translations to those the page has. */
function textFile(messages: Iterable<string>, translations: Translations, language: string): string | null {
  const entries: Record<string, unknown> = {};
  const texts = new Map<string, string>();
  for (const text of messages) {
    const translation = translations[text]?.[language];
    if (translation === undefined) continue;
    const key = textKey(text);
    if (texts.has(key) && texts.get(key) !== text)
      throw new Error(`"${text}" and "${texts.get(key)}" have the same key. Reword one of them.`);
    texts.set(key, text);
    entries[key] = translation;
  }
  return texts.size === 0 ? null : `Object.assign(globalThis.texts??={},${JSON.stringify(entries)})`;
}

/**
 * Writes the translations of each chunk into files beside it, one per language. A chunk that is loaded after the page
 * asks for its own (platform/browser-texts.ts). The development server has one file with everything.
 */
export function textPlugin(): Plugin {
  let translations: Translations = {};
  const messages = new Map<string, readonly string[]>();
  const messagesOfChunk = (modules: readonly string[]) =>
    new Set(modules.flatMap((id) => messages.get(id) ?? []).filter((text) => translations[text]));
  return {
    name: 'texts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      translations = readTranslations();
      // Two texts of different chunks meet in one page.
      for (const language of translated) textFile(Object.keys(translations), translations, language);
    },
    resolveId: (id) => (id.startsWith('virtual:texts/') ? id : null),
    load(id) {
      const language = /^virtual:texts\/(\w+)$/.exec(id)?.[1];
      return language ? textFile(Object.keys(translations), translations, language) : null;
    },
    transform(code, id) {
      const [file = ''] = id.split('?');
      if (!/\/(apps\/web|packages\/\w+)\/src\/.*\.tsx?$/.test(file)) return null;
      messages.set(id, messagesIn(file, code));
      // The mark has done its work.
      return code.includes('msg(') ? code.replaceAll(/\bmsg\(\s*('[^'\n]*'|"[^"\n]*"),?\s*\)/g, '$1') : null;
    },
    // A changed translation changes the name of its chunk, and with it that of its own file.
    augmentChunkHash({ moduleIds }) {
      return JSON.stringify([...messagesOfChunk(moduleIds)].map((text) => translations[text]));
    },
    renderChunk(code, { moduleIds }) {
      return messagesOfChunk(moduleIds).size === 0 ? null : `self.loadTexts?.(import.meta.url);${code}`;
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const own = messagesOfChunk(chunk.moduleIds);
        for (const language of translated) {
          const source = textFile(own, translations, language);
          if (source === null) continue;
          this.emitFile({ type: 'asset', fileName: chunk.fileName.replace(/\.js$/, `.${language}.js`), source });
        }
      }
    },
  };
}
