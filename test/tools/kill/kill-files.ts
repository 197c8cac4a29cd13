/** Processes run JavaScript only, so a test file that the killers need is compiled into `dist`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../../..');

export function compiledChild(name: 'kill-child' | 'sets-child' = 'kill-child'): string {
  const source = readFileSync(path.join(ROOT, `test/tools/kill/${name}.ts`), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const file = path.join(ROOT, `dist/test/tools/kill/${name}.js`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, outputText);
  return file;
}
