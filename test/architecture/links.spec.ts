/** Every relative link of a document names an existing file, and every fragment one of its headings. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const LINKS = [/\]\(([^)\s]+)\)/g, /^\[[^\]]+\]: (\S+)$/gm, /(?:src|srcset|href)="([^"]+)"/g];

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'test/bench/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

/** Code blocks contain brackets and hashes that are neither links nor headings. */
function proseOf(document: string): string {
  return readFileSync(path.join(root, document), 'utf8').replace(/^```.*?^```$/gms, '');
}

/** GitHub's anchors of headings. */
function fragmentsOf(document: string): string[] {
  const headings = [...proseOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  const slugs = headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
  return slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length;
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  });
}

function brokenLinks(document: string, text: string): string[] {
  const prose = text.replace(/`[^`\n]*`/g, '');
  const links = LINKS.flatMap((pattern) => [...prose.matchAll(pattern)].map(([, link]) => link));
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file, fragment] = link.split('#');
    const target = path.join(path.dirname(document), decodeURIComponent(file)) || '.';
    const named = file === '' ? document : target;
    if (!existsSync(path.join(root, named))) return true;
    if (fragment === undefined || !named.endsWith('.md')) return false;
    return statSync(path.join(root, named)).isDirectory() || !fragmentsOf(named).includes(fragment);
  });
}

it.each(documents)('%s has no broken link', (document) => {
  expect(brokenLinks(document, proseOf(document))).toEqual([]);
});

it('finds a missing file, a missing heading and a missing picture', () => {
  const text =
    '[a](CONTRIBUTING.md#tests) [b](absent.md) [c](CONTRIBUTING.md#absent)\n\n[d]: docs/absent.md\n<img src="no.png">';
  expect(brokenLinks('README.md', text)).toEqual(['absent.md', 'CONTRIBUTING.md#absent', 'docs/absent.md', 'no.png']);
});
