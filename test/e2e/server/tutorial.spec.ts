/** Runs the blocks of docs/tutorial.md like a reader: one shell, in order, against a built exchange with its demo. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ServerProcess } from '../../tools/server-process';

const ROOT = path.resolve(__dirname, '../../..');
const FENCED = /^```(\w+)(?: (\S+))?\n(.*?)^```$/gms;
/** Separates the outputs of blocks; no answer of the exchange contains it. */
const END_OF_BLOCK = '\x1e';

interface Block {
  language: string;
  /** File name under which a reader saves the block. */
  file: string | undefined;
  text: string;
}

const markdown = readFileSync(path.join(ROOT, 'docs/tutorial.md'), 'utf8');
const blocks = [...markdown.matchAll(FENCED)].map(([, language, file, text]): Block => ({ language, file, text }));
const programs = blocks.filter(({ language }) => language === 'sh');

/** The output shown below a program; null if there is none. */
function shownBelow(program: Block): string | null {
  const next = blocks.at(blocks.indexOf(program) + 1);
  return next?.language === 'text' ? next.text : null;
}

/** `…` matches any text. Where the shown text ends with it, output may continue. */
function patternOf(shown: string): RegExp {
  const parts = shown.trim().split('…');
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's');
}

let folder: string;
let server: ServerProcess | undefined;
let printed: string[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'exchange-tutorial-'));
  for (const name of ['dist', 'docs']) symlinkSync(path.join(ROOT, name), path.join(folder, name));
  for (const { file, text } of blocks) if (file !== undefined) writeFileSync(path.join(folder, file), text);
  const demo = { DEMO: 'on', DEMO_HISTORY_MINUTES: '2', LOG_LEVEL: 'silent' };
  server = await ServerProcess.start({ ...demo, DATA_DIR: path.join(folder, 'data') });
  const script = programs.map(({ text }) => `${text}printf '\\036'\n`).join('');
  writeFileSync(path.join(folder, 'blocks.sh'), script);
  const { stdout } = await promisify(execFile)('bash', ['-e', 'blocks.sh'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], EXCHANGE: server.url },
  });
  printed = stdout.split(END_OF_BLOCK);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('has programs that all end without error', () => {
  expect(programs.length).toBeGreaterThan(5);
  expect(printed).toHaveLength(programs.length + 1);
});

it.each(
  programs.map((program, index) => ({ index, first: program.text.split('\n', 1)[0], shown: shownBelow(program) })),
)('prints the output shown in the tutorial: $first', ({ index, shown }) => {
  if (shown === null) expect(printed[index]).toBe('');
  else expect(printed[index].trim()).toMatch(patternOf(shown));
});

it('names each saved program in the text before it', () => {
  const saved = blocks.flatMap(({ file }) => file ?? []);
  expect(saved).toEqual(['feed.py']);
  for (const file of saved) expect(markdown).toContain(`Save it as \`${file}\`:`);
});
