/**
 * Shows the headline before the first script loads: `home.<language>.html` is the page with the headline and its subtitle in place of an
 * empty frame. The server answers `/` with the file of the visitor's language.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';

const TEXTS = path.resolve(import.meta.dirname, '../src/kit/i18n/texts/home');
const LANGUAGES = path.resolve(import.meta.dirname, '../../shared/wire/languages.ts');
const FRAME_END = /(<div class="before-page"[\s\S]*?<\/div>)/;

export function firstWords() {
  return {
    name: 'first-words',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { HTML_LANG } = (await runnerImport(LANGUAGES)).module;
        const page = String(bundle['index.html'].source);
        if (!FRAME_END.test(page)) this.error('index.html has no frame to put the first words below');
        for (const [language, tag] of Object.entries(HTML_LANG)) {
          const texts = JSON.parse(readFileSync(path.join(TEXTS, `${language}.json`), 'utf8'));
          const [title, lead] = ['home.hero.title', 'home.hero.lead'].map((key) => escaped(texts[key]));
          const words = `<div class="before-words"><h1>${title}</h1><p>${lead}</p></div>`;
          const source = page
            .replace(FRAME_END, (frame) => `${frame}${words}`)
            .replace('<html lang="en">', `<html lang="${tag}">`);
          this.emitFile({ type: 'asset', fileName: `home.${language}.html`, source });
        }
      },
    },
  };
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
